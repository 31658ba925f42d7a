/** What somebody needs to join or to watch a game. */
export const linkTo = (game: string): string => `${location.origin}/g/${game}`;

export const NO_CLIPBOARD = 'Your browser does not let the page copy. The link is the address of this page.';
