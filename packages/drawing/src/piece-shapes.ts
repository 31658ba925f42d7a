const head = `<path d="M22.5 9.5a5.6 5.6 0 0 1 3.6 9.9l2.9 1.1v2.6h-2.9c.5 4.4 2 7.6 5.4 10.4h-18c3.4-2.8 4.9-6 5.4-10.4H16v-2.6l2.9-1.1a5.6 5.6 0 0 1 3.6-9.9Z"/>`;

const horse = `<path d="M31.5 33.5c1.8-9.3-.2-20.5-10.3-23.3l-2.8-3.2-.9 4.3c-2.2 1-2.9 2.6-3.6 4.6l-4.2 6.6c-.7 1.3-.4 2.6.6 3.5l1.5 1.2c1 .8 2.3.7 3.1-.2l1.5-1.6c1.7.2 3.7-.2 5.1-1.5-.3 3.7-5.3 4.9-6.2 9.6Z"/>
<circle cx="18.2" cy="15.8" r="1" fill="currentColor" stroke="none"/><path d="M24.5 13.8c3.6 3.3 4.8 8.5 4.3 14.5" fill="none" stroke="currentColor"/>`;

const mitre = `<path d="M22.5 10.6c-5 3.6-8 7.7-8 11.8 0 2.7 1.3 4.9 3.5 6.3l-1.7 4.8h12.4l-1.7-4.8c2.2-1.4 3.5-3.6 3.5-6.3 0-4.1-3-8.2-8-11.8Z"/>
<circle cx="22.5" cy="8.3" r="2.3"/><path d="M25.5 13.8l-4.2 6.6M18.3 28.6h8.4" fill="none" stroke="currentColor"/>`;

const tower = `<path d="M13 9h4.2v3.2h3.2V9h4.2v3.2h3.2V9H32v7.3l-3.2 2.7v10.2l2.2 4.3H14l2.2-4.3V19L13 16.3Z"/>
<path d="M13.6 16.3h17.8M16.4 19h12.2M16.4 29.2h12.2" fill="none" stroke="currentColor"/>`;

const diadem = `<path d="M9.5 14.5l4.6 14-1.1 5h19l-1.1-5 4.6-14-7.2 8.2-1.5-11.7-4.3 10.8L18.2 11l-1.5 11.7Z"/>
<circle cx="9.3" cy="12.7" r="2"/><circle cx="18" cy="9" r="2"/><circle cx="27" cy="9" r="2"/><circle cx="35.7" cy="12.7" r="2"/>
<path d="M14.1 28.5c5.6-1.7 11.2-1.7 16.8 0" fill="none" stroke="currentColor"/>`;

const cap = `<path d="M22.5 13.3c-2.6 0-4.2 1.6-4.7 3.3-5.6-2.3-9.6.5-9.6 4.7 0 3.3 2.9 6.3 5.9 7.5l-1.1 4.7h19l-1.1-4.7c3-1.2 5.9-4.2 5.9-7.5 0-4.2-4-7-9.6-4.7-.5-1.7-2.1-3.3-4.7-3.3Z"/>
<path d="M14.1 28.6c5.6-1.7 11.2-1.7 16.8 0M22.5 17.5v9.5" fill="none" stroke="currentColor"/>`;

const crown = `<path d="M21.2 5h2.6v2.7h2.9v2.6h-2.9v3.5h-2.6v-3.5h-2.9V7.7h2.9Z"/>
${cap}`;

const ball = '<circle cx="22.5" cy="10.6" r="2.6"/>';

/**
 * SVG shapes of the pieces on a 45 x 45 view box, drawn for this repository and under its licence. The caller sets fill
 * and stroke; details use `currentColor`.
 */
export const PIECE_SHAPES: { readonly [role: string]: string } = {
  pawn: body(head),
  knight: body(horse),
  bishop: body(mitre),
  rook: body(tower),
  queen: body(diadem),
  king: body(crown),
  commoner: body(`${ball}${cap}`),
  archbishop: rider(mitre),
  cardinal: rider(mitre),
  chancellor: rider(tower),
  marshal: rider(tower),
};

/** Adds the base that all pieces share. */
function body(shape: string): string {
  return `${shape}<path d="M11 39.5c0-3.3.9-6 3-6h17c2.1 0 3 2.7 3 6Z"/>`;
}

/** A piece that also moves like a knight: a small horse's head in front of the other piece. */
function rider(behind: string): string {
  return body(
    `<g transform="translate(5.2 0)">${behind}</g><g transform="translate(-2.8 8.2) scale(.76)">${horse}</g>`,
  );
}
