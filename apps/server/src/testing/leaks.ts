import { type FragmentsPosition, parseFragmentsSquare } from '@chessmith/quantum';
import type { Referee, View } from '@chessmith/rules';
import { mapOk } from '@chessmith/std';
import { refereeLookup } from '../referees/referees.js';

export type Referees = ReturnType<typeof refereeLookup>;

type Fragments = Referee<FragmentsPosition>;

/** Which fragment of each piece is real. */
const secretOf = ({ world }: FragmentsPosition): string => JSON.stringify(world);

/** Referees that leak the secret of `quantum-fragments`, each in another way. */
export const LEAKS: { readonly [how: string]: (referee: Fragments) => Partial<Fragments> } = {
  'in the order of the pieces': (referee) => ({
    view: (position, viewer) => realFirst(referee.view(position, viewer), position),
  }),
  'in the notation': (referee) => ({
    view: (position, viewer) => ({ ...referee.view(position, viewer), notation: secretOf(position) }),
  }),
  'in the open part of a record': (referee) => ({
    judge: async (position, move, chance) =>
      mapOk(await referee.judge(position, move, chance), (ruling) => ({
        ...ruling,
        record: { ...ruling.record, open: { ...(ruling.record.open as object), hint: ruling.record.secret ?? null } },
      })),
  }),
  'in a refusal': (referee) => ({
    judge: async (position, move, chance) => {
      const ruling = await referee.judge(position, move, chance);
      return ruling.ok ? ruling : { ok: false, error: { ...ruling.error, facts: { hint: secretOf(position) } } };
    },
  }),
  'in an inspection': (referee) => ({
    inspection: { inspect: (position) => ({ ok: true, value: secretOf(position) }) as never },
    view: referee.view,
  }),
  'in a fork': () => ({
    forking: {
      kind: 'setup',
      branch: (start, moves) => ({
        position: `# ${JSON.stringify(moves)}\n${(start.open as { board: string }).board}`,
      }),
    },
  }),
};

function realFirst(view: View, { board, world }: FragmentsPosition): View {
  const real = new Set(
    board.men.flatMap((man) => man.fragments.filter(({ id }) => world?.[man.id] === id).map(({ square }) => square)),
  );
  const isReal = (name: string): boolean => real.has(parseFragmentsSquare(name)!);
  return { ...view, pieces: [...view.pieces].sort((a, b) => Number(isReal(b.square)) - Number(isReal(a.square))) };
}

/** All referees of a server, one of which leaks. */
export function refereesWithLeak(leak: (referee: Fragments) => Partial<Fragments>): Referees {
  const referees = refereeLookup();
  return {
    ...referees,
    referee(name) {
      const found = referees.referee(name) as Referee;
      return name === 'quantum-fragments' ? ({ ...found, ...leak(found as Fragments) } as Referee) : found;
    },
  };
}
