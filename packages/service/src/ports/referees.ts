import type { RulesetId } from '@chessmith/game';
import type { Referee } from '@chessmith/rules';

/** Who judges by which rules. Looking one up may take a while, where rules are somebody's script. */
export interface Referees {
  referee(ruleset: RulesetId): Referee | undefined | Promise<Referee | undefined>;
}
