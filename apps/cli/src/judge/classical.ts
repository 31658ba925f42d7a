import { classicalReferee, type Ruleset, withPlaceholders } from '@chessmith/rules';
import type { Judge } from './judge.js';
import type { Start } from './judge-request.js';
import { judgeWithReferee } from './judge-with-referee.js';

/** The judge of a compiled ruleset. Without a start, games of shuffled rulesets begin with the usual one. */
export function classicalJudge(ruleset: Ruleset): Judge {
  const referee = classicalReferee(ruleset);
  const usual: Start = typeof ruleset.start === 'string' ? {} : { number: ruleset.start.default };
  const hasOwnX = referee.about.roles.some(({ letter }) => letter === 'X');
  return {
    about: referee.about,
    judge(request) {
      const { start = usual, free } = request;
      // In free analysis an `x` is an obstacle that belongs to neither side.
      const hasPlaceholders = free && !hasOwnX && /x/i.test(start.position ?? '');
      return judgeWithReferee(hasPlaceholders ? classicalReferee(withPlaceholders(ruleset)) : referee, start, request);
    },
  };
}
