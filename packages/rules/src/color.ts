export const COLORS = ['white', 'black'] as const;
export type Color = (typeof COLORS)[number];

export const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');
