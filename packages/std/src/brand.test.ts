import { expectTypeOf, test } from 'vitest';
import type { Brand } from './brand.js';

type Ply = Brand<number, 'Ply'>;
type Millis = Brand<number, 'Millis'>;

test('a branded number is a number, but not the other way round, and brands do not mix', () => {
  expectTypeOf<Ply>().toExtend<number>();
  expectTypeOf<number>().not.toExtend<Ply>();
  expectTypeOf<Millis>().not.toExtend<Ply>();
});
