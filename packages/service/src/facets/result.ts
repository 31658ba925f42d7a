import type { CheckName } from '@chessmith/game';
import type { Refusal } from '@chessmith/rules';
import type { Result } from '@chessmith/std';

/** A use case's result. Refusals are returned with their code; a rejected promise means a bug or a broken disk. */
export type ServiceResult<T> = Promise<Result<T, ServiceRefusal>>;

/** `step` is the failed check of a command. */
export type ServiceRefusal = Refusal & { readonly step?: CheckName };
