/**
 * Where a character comes next. Asked for ascending positions it searches no part of a text twice, however often and
 * wherever it is asked; so a character that is far away or missing cannot make reading quadratic.
 */
export class Ahead {
  private found = -1;
  private text = '';

  constructor(private readonly character: string) {}

  enter(text: string): void {
    this.text = text;
    this.found = -1;
  }

  /** Infinity if there is none. */
  from(at: number): number {
    if (this.found >= at) return this.found;
    const found = this.text.indexOf(this.character, at);
    this.found = found === -1 ? Number.POSITIVE_INFINITY : found;
    return this.found;
  }
}
