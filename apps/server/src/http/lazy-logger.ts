import type { FastifyBaseLogger } from 'fastify';

type About = Parameters<FastifyBaseLogger['child']>;
type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Creates a request's logger on first use. Fastify needs one per request, and most requests log nothing. */
export class LazyLogger implements FastifyBaseLogger {
  private made: FastifyBaseLogger | undefined;

  constructor(
    private readonly of: FastifyBaseLogger,
    private readonly bindings: About[0] = {},
    private readonly options?: About[1],
  ) {}

  child(...[bindings, options]: About): LazyLogger {
    return new LazyLogger(this.log, bindings, options);
  }
  get level(): string {
    return this.log.level;
  }
  set level(level: string) {
    this.log.level = level;
  }
  fatal(...words: unknown[]): void {
    this.say('fatal', words);
  }
  error(...words: unknown[]): void {
    this.say('error', words);
  }
  warn(...words: unknown[]): void {
    this.say('warn', words);
  }
  info(...words: unknown[]): void {
    this.say('info', words);
  }
  debug(...words: unknown[]): void {
    this.say('debug', words);
  }
  trace(...words: unknown[]): void {
    this.say('trace', words);
  }
  silent(): void {}

  private get log(): FastifyBaseLogger {
    this.made ??= this.of.child(this.bindings, this.options);
    return this.made;
  }

  private say(level: Level, words: unknown[]): void {
    this.log[level](...(words as Parameters<FastifyBaseLogger['info']>));
  }
}
