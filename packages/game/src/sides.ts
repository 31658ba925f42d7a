import { COLORS, type Color } from '@chessmith/rules';

/** A value for white and a value for black. */
export type Sides<T> = { readonly [color in Color]: T };

export const bothSides = <T>(make: (color: Color) => T): Sides<T> => ({ white: make('white'), black: make('black') });

export const sideOf = <T>(sides: Sides<T>, color: Color): T => (color === 'white' ? sides.white : sides.black);

export const withSide = <T>(sides: Sides<T>, color: Color, value: T): Sides<T> =>
  color === 'white' ? { white: value, black: sides.black } : { white: sides.white, black: value };

export const colorsWhere = <T>(sides: Sides<T>, holds: (value: T) => boolean): readonly Color[] =>
  COLORS.filter((color) => holds(sides[color]));
