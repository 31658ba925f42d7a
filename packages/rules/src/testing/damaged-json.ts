import fc from 'fast-check';
import type { Json } from '../json.js';

/** The same JSON with one to three mistakes: a value removed, inserted, duplicated or replaced. */
export const damagedJson = (value: Json): fc.Arbitrary<Json> =>
  fc
    .array(fc.record({ place: fc.nat(), how: fc.nat(4), by: anyJson }), { minLength: 1, maxLength: 3 })
    .map((mistakes) =>
      mistakes.reduce<Json>((json, { place, how, by }) => {
        const places = placesIn(json, []);
        return changed(json, places[place % places.length]!, how, by);
      }, value),
    );

/** Wrong values that people write, mostly close to valid ones. */
const anyJson: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, '', 'king', 'e4', 'i9', 'K', 'empty', 'slide', {}, [], [[1, 1]], [0, 0]),
  fc.integer({ min: -20, max: 20 }),
  fc.double(),
  fc.constantFrom<Json>(
    { kind: 'pocket' },
    { kind: 'drop' },
    { kind: 'leap', to: [[1, 2]] },
    { kind: 'group', of: [] },
  ),
  fc.jsonValue() as fc.Arbitrary<Json>,
);

type Path = readonly (string | number)[];

function placesIn(value: Json, place: Path): readonly Path[] {
  const inner: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? value.map((item, i) => [i, item] as const)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  return [place, ...inner.flatMap(([step, item]) => placesIn(item, [...place, step]))];
}

function changed(value: Json, place: Path, how: number, by: Json): Json {
  const [step, ...rest] = place;
  if (step === undefined) return by;
  if (Array.isArray(value)) {
    const items = [...value];
    const at = step as number;
    if (rest.length > 0) items[at] = changed(items[at]!, rest, how, by);
    else if (how === 0) items.splice(at, 1);
    else if (how === 1) items.splice(at, 0, items[at]!);
    else if (how === 2) items.splice(at, 0, by);
    else items[at] = by;
    return items;
  }
  const entries = Object.entries(value as { readonly [name: string]: Json }).flatMap(([name, item]) => {
    if (name !== step) return [[name, item] as const];
    if (rest.length > 0) return [[name, changed(item, rest, how, by)] as const];
    if (how === 0) return [];
    if (how === 1) return [[name, item] as const, [`${name}x`, item] as const];
    return [[name, by] as const];
  });
  return Object.fromEntries(entries);
}
