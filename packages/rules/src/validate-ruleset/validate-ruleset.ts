import type { json } from '@chessmith/std';
import { setUp } from '../engine/set-up.js';
import { validatePosition } from '../engine/validate-position.js';
import { compile, startFen } from '../engine.js';
import { squareIndex } from '../geometry.js';
import { parseFen } from '../notation/fen.js';
import type { Refusal } from '../refusal.js';
import type { Effect, Ruleset } from '../ruleset.js';
import {
  boardFacts,
  checkOnce,
  checkRanks,
  checkRole,
  problemReporter,
  type ReportProblem,
  sizeOf,
} from './report-problem.js';
import { validateMovements } from './validate-movements.js';

/**
 * Reports everything that makes a well-formed ruleset unplayable: unknown roles, ranks and squares, and conflicting
 * rules.
 */
export function validateRuleset(ruleset: Ruleset): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const report = problemReporter(refusals);
  checkLetters(ruleset, report);
  validateMovements(ruleset, report);
  checkRestrictions(ruleset, report);
  checkEffects(ruleset, report);
  checkEndings(ruleset, report);
  // Reading the start needs compiled tables, and only a ruleset without problems can be compiled.
  if (refusals.length === 0) checkStart(ruleset, report);
  return refusals;
}

function checkLetters({ pieces }: Ruleset, report: ReportProblem): void {
  const owners = new Map<string, string>();
  for (const [role, { letter }] of Object.entries(pieces)) {
    const owner = owners.get(letter);
    if (owner === undefined) owners.set(letter, role);
    else
      report(
        ['pieces', role, 'letter'],
        'ruleset/letter-taken',
        `"${letter}" is already the letter of the ${owner}; choose another.`,
        { letter, role: owner },
      );
  }
}

function checkRestrictions({ restrictions }: Ruleset, report: ReportProblem): void {
  checkKindsOnce(restrictions, 'restrictions', [], report);
}

function checkKindsOnce(
  rules: readonly { readonly kind: string }[],
  field: string,
  repeatable: readonly string[],
  report: ReportProblem,
): void {
  rules.forEach(({ kind }, i) => {
    if (!repeatable.includes(kind) && rules.findIndex((other) => other.kind === kind) < i)
      report([field, i], 'ruleset/duplicate', `"${kind}" is listed twice; remove one.`, { item: kind });
  });
}

function checkEffects(ruleset: Ruleset, report: ReportProblem): void {
  checkKindsOnce(ruleset.effects, 'effects', ['promote'], report);
  const promotions = ruleset.effects.filter((effect) => effect.kind === 'promote');
  ruleset.effects.forEach((effect, i) => {
    const path = ['effects', i];
    if (effect.kind === 'promote') checkPromotion(ruleset, effect, promotions, path, report);
    if (effect.kind === 'explode') {
      effect.spares.forEach((role, k) => {
        checkRole(ruleset, role, [...path, 'spares', k], report);
      });
      checkOnce(effect.spares, [...path, 'spares'], report);
    }
  });
}

type Promotion = Extract<Effect, { kind: 'promote' }>;

function checkPromotion(
  ruleset: Ruleset,
  effect: Promotion,
  promotions: readonly Promotion[],
  path: json.JsonPath,
  report: ReportProblem,
): void {
  checkRole(ruleset, effect.role, [...path, 'role'], report);
  if (ruleset.pieces[effect.role]?.royal === true)
    report(
      [...path, 'role'],
      'ruleset/contradiction',
      `the ${effect.role} is royal, and royal pieces cannot promote; remove this promotion.`,
      { role: effect.role },
    );
  effect.to.forEach((role, k) => {
    checkRole(ruleset, role, [...path, 'to', k], report);
    if (role === effect.role)
      report(
        [...path, 'to', k],
        'ruleset/promotes-to-itself',
        'a piece cannot promote to itself; use "optionalOn" for ranks on which it may stay as it is.',
      );
  });
  checkOnce(effect.to, [...path, 'to'], report);
  checkRanks(ruleset, effect.on, [...path, 'on'], report);
  checkRanks(ruleset, effect.optionalOn ?? [], [...path, 'optionalOn'], report);
  if (promotions.find(({ role }) => role === effect.role) !== effect)
    report([...path, 'role'], 'ruleset/duplicate', `the ${effect.role} has two promotions; join them.`, {
      role: effect.role,
    });
  if ((effect.onlyCaptured === true) !== (promotions[0]!.onlyCaptured === true))
    report([...path, 'onlyCaptured'], 'ruleset/contradiction', 'set "onlyCaptured" on all promotions or on none.');
  if (effect.onlyCaptured === true && typeof ruleset.start !== 'string')
    report(
      [...path, 'onlyCaptured'],
      'ruleset/contradiction',
      'counting captured pieces needs one fixed start; give a FEN as "start".',
    );
}

function checkEndings(ruleset: Ruleset, report: ReportProblem): void {
  checkKindsOnce(ruleset.endings, 'endings', ['reach', 'extinction'], report);
  const counted = ruleset.effects.find((effect) => effect.kind === 'count-checks')?.upTo ?? 0;
  ruleset.endings.forEach((ending, i) => {
    const path = ['endings', i];
    if (ending.kind === 'reach') {
      checkRole(ruleset, ending.role, [...path, 'role'], report);
      ending.squares.forEach((square, k) => {
        if (squareIndex(ruleset.board, square) < 0)
          report(
            [...path, 'squares', k],
            'ruleset/no-such-square',
            `"${square}" is not on a board of ${sizeOf(ruleset)}.`,
            { square, ...boardFacts(ruleset) },
          );
      });
      checkOnce(ending.squares, [...path, 'squares'], report);
    } else if (ending.kind === 'checks-given' && ending.count > counted) {
      report(
        [...path, 'count'],
        'ruleset/contradiction',
        `add the effect {"kind":"count-checks","upTo":${ending.count}}, so that enough checks are counted.`,
        { count: ending.count },
      );
    } else if (ending.kind === 'first-promotion' && typeof ruleset.start !== 'string') {
      report(
        path,
        'ruleset/contradiction',
        'recognising promoted pieces needs one fixed start; give a FEN as "start".',
      );
    }
  });
}

function checkStart(ruleset: Ruleset, report: ReportProblem): void {
  const rows = typeof ruleset.start === 'string' ? ruleset.start.split(' ')[0]!.split('[')[0]!.split('/').length : 8;
  if (rows !== ruleset.board.ranks) {
    report(
      ['start'],
      'ruleset/bad-start',
      `the start has ${rows} ranks, but the board has ${ruleset.board.ranks}; make them equal.`,
      { given: rows, ranks: ruleset.board.ranks },
    );
    return;
  }
  const { tables } = compile(ruleset);
  const fen = startFen(ruleset);
  const fields = fen.ok ? parseFen(tables, fen.value) : fen;
  const verdict = fields.ok ? validatePosition(setUp(tables, fields.value), fields.value) : fields;
  if (!verdict.ok) {
    const { code, message, facts } = verdict.error;
    report(['start'], 'ruleset/bad-start', message, { ...facts, reason: code });
  }
}
