import { type Json, type Refusal, refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { FACT_VERSIONS, type Fact } from './facts.js';

type Stored = { readonly [name: string]: Json };

/** For each type of fact, how version 1 becomes version 2, version 2 becomes version 3, and so on. */
export type Upcasters = { readonly [type: string]: readonly ((old: Stored) => Stored)[] };

const UPCASTERS: Upcasters = {};

/**
 * A stored fact as it would be written today. Refuses what no version of this house has written; the content itself is
 * trusted, for only `decide` writes facts.
 */
export function readFact(stored: unknown): Result<Fact, Refusal> {
  return upcast(stored, FACT_VERSIONS, UPCASTERS) as Result<Fact, Refusal>;
}

/** The machinery of `readFact`, over any table of versions. */
export function upcast(
  stored: unknown,
  versions: { readonly [type: string]: number },
  upcasters: Upcasters,
): Result<Stored, Refusal> {
  if (!isStored(stored)) return err(refusal('game/not-a-fact', 'A fact has a type, a version and a time.'));
  const { type, v } = stored;
  if (!Object.hasOwn(versions, type)) {
    return err(refusal('game/unknown-fact', `No fact is called ${type}.`, { type }));
  }
  const newest = versions[type]!;
  if (v > newest) {
    return err(refusal('game/fact-from-the-future', `A newer server wrote this ${type}.`, { type, v, newest }));
  }
  if (v === newest) return ok(stored);
  const steps = upcasters[type] ?? [];
  let raised: Stored = stored;
  for (let from = v; from < newest; from++) raised = { ...steps[from - 1]!(raised), v: from + 1 };
  return ok(raised);
}

function isStored(value: unknown): value is Stored & { readonly type: string; readonly v: number } {
  if (typeof value !== 'object' || value === null) return false;
  const { type, v, at } = value as { readonly [name: string]: unknown };
  return typeof type === 'string' && Number.isInteger(v) && (v as number) >= 1 && typeof at === 'string';
}
