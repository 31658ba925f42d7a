import { expectTypeOf, test } from 'vitest';
import type { Brand } from './brand.js';

type Ply = Brand<number, 'Ply'>;
type Millis = Brand<number, 'Millis'>;

test('a branded number is a number, but no number is branded by itself, nor by another brand', () => {
  expectTypeOf<Ply>().toExtend<number>();
  expectTypeOf<number>().not.toExtend<Ply>();
  expectTypeOf<Millis>().not.toExtend<Ply>();
});
