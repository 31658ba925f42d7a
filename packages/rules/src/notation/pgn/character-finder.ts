/**
 * Finds the next occurrence of a character. For ascending positions it scans each part of the text once, so a distant
 * or missing character cannot make reading quadratic.
 */
export class CharacterFinder {
  private found = -1;
  private text = '';

  constructor(private readonly character: string) {}

  enter(text: string): void {
    this.text = text;
    this.found = -1;
  }

  /** Infinity if there is no further occurrence. */
  from(at: number): number {
    if (this.found >= at) return this.found;
    const found = this.text.indexOf(this.character, at);
    this.found = found === -1 ? Number.POSITIVE_INFINITY : found;
    return this.found;
  }
}
