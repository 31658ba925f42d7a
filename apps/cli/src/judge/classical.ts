import { classicalReferee, type Ruleset, withPlaceholders } from '@chessmith/rules';
import { askReferee } from './ask-referee.js';
import type { Judge } from './judge.js';
import type { Start } from './question.js';

/** The judge of a ruleset that can be compiled. Without a start, games of shuffled rulesets begin with the usual one. */
export function classicalJudge(ruleset: Ruleset): Judge {
  const referee = classicalReferee(ruleset);
  const usual: Start = typeof ruleset.start === 'string' ? {} : { number: ruleset.start.default };
  const hasOwnX = referee.about.roles.some(({ letter }) => letter === 'X');
  return {
    about: referee.about,
    judge(question) {
      const { start = usual, free } = question;
      // In a set-up an `x` is something that stands in the way and belongs to nobody's army.
      const hasPlaceholders = free && !hasOwnX && /x/i.test(start.position ?? '');
      return askReferee(hasPlaceholders ? classicalReferee(withPlaceholders(ruleset)) : referee, start, question);
    },
  };
}
