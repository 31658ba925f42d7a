import type { json } from '@chessmith/std';
import { setUp } from '../engine/set-up.js';
import { validatePosition } from '../engine/validate-position.js';
import { compile, startFen } from '../engine.js';
import { squareIndex } from '../geometry.js';
import { parseFen } from '../notation/fen.js';
import type { Refusal } from '../refusal.js';
import type { Effect, Ruleset } from '../ruleset.js';
import { checkOnce, checkRanks, checkRole, type Find, noting, sizeOf } from './finding.js';
import { validateMovements } from './validate-movements.js';

/** What makes a ruleset of the right shape unplayable: roles, ranks and squares that do not exist, rules at odds. */
export function validateRuleset(ruleset: Ruleset): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const find = noting(refusals);
  checkLetters(ruleset, find);
  validateMovements(ruleset, find);
  checkRestrictions(ruleset, find);
  checkEffects(ruleset, find);
  checkEndings(ruleset, find);
  // Only what has passed so far can be compiled, and the start is read with the compiled tables.
  if (refusals.length === 0) checkStart(ruleset, find);
  return refusals;
}

function checkLetters({ pieces }: Ruleset, find: Find): void {
  const owners = new Map<string, string>();
  for (const [role, { letter }] of Object.entries(pieces)) {
    const owner = owners.get(letter);
    if (owner === undefined) owners.set(letter, role);
    else
      find(
        ['pieces', role, 'letter'],
        'ruleset/letter-taken',
        `"${letter}" is the letter of the ${owner}; choose another.`,
      );
  }
}

function checkRestrictions({ restrictions }: Ruleset, find: Find): void {
  checkKindsOnce(restrictions, 'restrictions', [], find);
}

function checkKindsOnce(
  rules: readonly { readonly kind: string }[],
  field: string,
  repeatable: readonly string[],
  find: Find,
): void {
  rules.forEach(({ kind }, i) => {
    if (!repeatable.includes(kind) && rules.findIndex((other) => other.kind === kind) < i)
      find([field, i], 'ruleset/duplicate', `there is a "${kind}" above already; say it once.`);
  });
}

function checkEffects(ruleset: Ruleset, find: Find): void {
  checkKindsOnce(ruleset.effects, 'effects', ['promote'], find);
  const promotions = ruleset.effects.filter((effect) => effect.kind === 'promote');
  ruleset.effects.forEach((effect, i) => {
    const path = ['effects', i];
    if (effect.kind === 'promote') checkPromotion(ruleset, effect, promotions, path, find);
    if (effect.kind === 'explode') {
      effect.spares.forEach((role, k) => {
        checkRole(ruleset, role, [...path, 'spares', k], find);
      });
      checkOnce(effect.spares, [...path, 'spares'], find);
    }
  });
}

type Promotion = Extract<Effect, { kind: 'promote' }>;

function checkPromotion(
  ruleset: Ruleset,
  effect: Promotion,
  promotions: readonly Promotion[],
  path: json.JsonPath,
  find: Find,
): void {
  checkRole(ruleset, effect.role, [...path, 'role'], find);
  if (ruleset.pieces[effect.role]?.royal === true)
    find(
      [...path, 'role'],
      'ruleset/contradiction',
      `the ${effect.role} is royal; what the game is about stays what it is.`,
    );
  effect.to.forEach((role, k) => {
    checkRole(ruleset, role, [...path, 'to', k], find);
    if (role === effect.role)
      find(
        [...path, 'to', k],
        'ruleset/promotes-to-itself',
        'use "optionalOn" for ranks on which it may stay what it is.',
      );
  });
  checkOnce(effect.to, [...path, 'to'], find);
  checkRanks(ruleset, effect.on, [...path, 'on'], find);
  checkRanks(ruleset, effect.optionalOn ?? [], [...path, 'optionalOn'], find);
  if (promotions.find(({ role }) => role === effect.role) !== effect)
    find(
      [...path, 'role'],
      'ruleset/duplicate',
      `there is a promotion of the ${effect.role} above already; join the two.`,
    );
  if ((effect.onlyCaptured === true) !== (promotions[0]!.onlyCaptured === true))
    find(
      [...path, 'onlyCaptured'],
      'ruleset/contradiction',
      'either all promotions are only to captured pieces, or none.',
    );
  if (effect.onlyCaptured === true && typeof ruleset.start !== 'string')
    find(
      [...path, 'onlyCaptured'],
      'ruleset/contradiction',
      'what has been captured is counted from one start; give a FEN as start.',
    );
}

function checkEndings(ruleset: Ruleset, find: Find): void {
  checkKindsOnce(ruleset.endings, 'endings', ['reach', 'extinction'], find);
  const counted = ruleset.effects.find((effect) => effect.kind === 'count-checks')?.upTo ?? 0;
  ruleset.endings.forEach((ending, i) => {
    const path = ['endings', i];
    if (ending.kind === 'reach') {
      checkRole(ruleset, ending.role, [...path, 'role'], find);
      ending.squares.forEach((square, k) => {
        if (squareIndex(ruleset.board, square) < 0)
          find(
            [...path, 'squares', k],
            'ruleset/no-such-square',
            `"${square}" is not on a board of ${sizeOf(ruleset)}.`,
          );
      });
      checkOnce(ending.squares, [...path, 'squares'], find);
    } else if (ending.kind === 'checks-given' && ending.count > counted) {
      find(
        [...path, 'count'],
        'ruleset/contradiction',
        `add the effect {"kind":"count-checks","upTo":${ending.count}}, so that they are counted so far.`,
      );
    } else if (ending.kind === 'first-promotion' && typeof ruleset.start !== 'string') {
      find(path, 'ruleset/contradiction', 'promoted pieces are told from those of one start; give a FEN as start.');
    }
  });
}

function checkStart(ruleset: Ruleset, find: Find): void {
  const rows = typeof ruleset.start === 'string' ? ruleset.start.split(' ')[0]!.split('[')[0]!.split('/').length : 8;
  if (rows !== ruleset.board.ranks) {
    find(['start'], 'ruleset/bad-start', `the start has ${rows} ranks where the board has ${ruleset.board.ranks}.`);
    return;
  }
  const { tables } = compile(ruleset);
  const fen = startFen(ruleset);
  const fields = fen.ok ? parseFen(tables, fen.value) : fen;
  const sense = fields.ok ? validatePosition(setUp(tables, fields.value), fields.value) : fields;
  if (!sense.ok) find(['start'], 'ruleset/bad-start', sense.error.message);
}
