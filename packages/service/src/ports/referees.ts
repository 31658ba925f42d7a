import type { RulesetId } from '@chessmith/game';
import type { Referee } from '@chessmith/rules';

/** Finds the referee of a ruleset. For an uploaded script this may take a while. */
export interface Referees {
  referee(ruleset: RulesetId): Referee | undefined | Promise<Referee | undefined>;
}
