/** The address at which others join or watch a game. */
export const linkTo = (game: string): string => `${location.origin}/g/${game}`;
