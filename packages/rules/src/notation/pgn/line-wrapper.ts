/**
 * Wraps moves into lines of at most 80 columns. A token waits for the next one, because a closing parenthesis joins the
 * token before it and an opening one the token after it. A single token may be longer.
 */
export class LineWrapper {
  private lines: string[] = [];
  private current = '';
  private held = '';
  private isOpen = false;

  token(token: string): void {
    if (this.isOpen && this.held.length < WIDTH) this.held += token;
    else {
      this.release();
      this.held = token;
    }
    this.isOpen = false;
  }

  open(): void {
    this.token('(');
    this.isOpen = true;
  }

  close(): void {
    if (this.held !== '' && this.held.length < WIDTH) {
      this.held += ')';
      this.isOpen = false;
    } else this.token(')');
  }

  /** A token that must end its line. */
  lineEnd(token: string): void {
    this.token(token);
    this.release();
    this.breakLine();
  }

  text(): string {
    this.release();
    this.breakLine();
    return this.lines.length === 0 ? '' : `${this.lines.join('\n')}\n`;
  }

  private release(): void {
    if (this.held === '') return;
    if (this.current === '') this.current = this.held;
    else if (this.current.length + 1 + this.held.length <= WIDTH) this.current += ` ${this.held}`;
    else {
      this.breakLine();
      this.current = this.held;
    }
    this.held = '';
  }

  private breakLine(): void {
    if (this.current !== '') this.lines.push(this.current);
    this.current = '';
  }
}

const WIDTH = 80;
