import type { FastifyBaseLogger } from 'fastify';

type ChildArguments = Parameters<FastifyBaseLogger['child']>;
type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Creates a request's logger on first use. Fastify needs one per request, and most requests log nothing. */
export class LazyLogger implements FastifyBaseLogger {
  private made: FastifyBaseLogger | undefined;

  constructor(
    private readonly of: FastifyBaseLogger,
    private readonly bindings: ChildArguments[0] = {},
    private readonly options?: ChildArguments[1],
  ) {}

  child(...[bindings, options]: ChildArguments): LazyLogger {
    return new LazyLogger(this.log, bindings, options);
  }
  get level(): string {
    return this.log.level;
  }
  set level(level: string) {
    this.log.level = level;
  }
  fatal(...details: unknown[]): void {
    this.write('fatal', details);
  }
  error(...details: unknown[]): void {
    this.write('error', details);
  }
  warn(...details: unknown[]): void {
    this.write('warn', details);
  }
  info(...details: unknown[]): void {
    this.write('info', details);
  }
  debug(...details: unknown[]): void {
    this.write('debug', details);
  }
  trace(...details: unknown[]): void {
    this.write('trace', details);
  }
  silent(): void {}

  private get log(): FastifyBaseLogger {
    this.made ??= this.of.child(this.bindings, this.options);
    return this.made;
  }

  private write(level: Level, details: unknown[]): void {
    this.log[level](...(details as Parameters<FastifyBaseLogger['info']>));
  }
}
