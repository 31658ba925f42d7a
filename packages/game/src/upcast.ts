import { type Json, type Refusal, refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { FACT_VERSIONS, type Fact } from './facts.js';

type Stored = { readonly [name: string]: Json };

/** For each fact type, the conversions from version 1 to 2, from 2 to 3, and so on. */
export type Upcasters = { readonly [type: string]: readonly ((old: Stored) => Stored)[] };

const UPCASTERS: Upcasters = {};

/**
 * Converts a stored fact to its current schema version. Refuses unknown types and versions, and trusts the content: only
 * `decide` writes facts.
 */
export function readFact(stored: unknown): Result<Fact, Refusal> {
  return upcast(stored, FACT_VERSIONS, UPCASTERS) as Result<Fact, Refusal>;
}

/** As `readFact`, with any table of versions. */
export function upcast(
  stored: unknown,
  versions: { readonly [type: string]: number },
  upcasters: Upcasters,
): Result<Stored, Refusal> {
  if (!isStored(stored)) return err(refusal('game/not-a-fact', 'A fact needs a type, a version and a time.'));
  const { type, v } = stored;
  if (!Object.hasOwn(versions, type)) {
    return err(refusal('game/unknown-fact', `Unknown fact type ${type}.`, { type }));
  }
  const newest = versions[type]!;
  if (v > newest) {
    return err(
      refusal('game/fact-too-new', `A newer version of the server wrote this ${type}; update this server.`, {
        type,
        v,
        newest,
      }),
    );
  }
  if (v === newest) return ok(stored);
  const conversions = upcasters[type] ?? [];
  let converted: Stored = stored;
  for (let from = v; from < newest; from++) converted = { ...conversions[from - 1]!(converted), v: from + 1 };
  return ok(converted);
}

function isStored(value: unknown): value is Stored & { readonly type: string; readonly v: number } {
  if (typeof value !== 'object' || value === null) return false;
  const { type, v, at } = value as { readonly [name: string]: unknown };
  return typeof type === 'string' && Number.isInteger(v) && (v as number) >= 1 && typeof at === 'string';
}
