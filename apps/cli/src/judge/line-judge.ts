import type { Refusal } from '@chessmith/rules';
import { unknownRuleset } from '../ruleset-option.js';
import type { Answer, Judge } from './judge.js';
import { knownNames, openJudges } from './judges.js';
import { readQuestion } from './question.js';

/** Answers line after line; every line gets an answer, and none can stop the next. */
export function answerTo(
  longestLine: number,
  /** Rules of somebody's own, for lines that name no ruleset or this one. */
  own?: Judge,
): (line: string) => Promise<Answer | { readonly error: Refusal }> {
  const judgeOf = openJudges();
  return async (line) => {
    if (line.length > longestLine) return no('judge/line-too-long', `A line has at most ${longestLine} characters.`);
    const question = readQuestion(line, own?.about.name);
    if (!question.ok) return { error: question.error };
    const { ruleset } = question.value;
    const judge = ruleset === own?.about.name ? own : await judgeOf(ruleset);
    if (judge === undefined) return no('judge/unknown-ruleset', sentence(unknownRuleset(ruleset, knownNames())));
    const answer = await judge.judge(question.value);
    return answer.ok ? answer.value : { error: answer.error };
  };
}

const no = (code: string, message: string): { readonly error: Refusal } => ({ error: { code, message } });

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`;
