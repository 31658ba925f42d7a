import type { Refusal } from '@chessmith/rules';
import type { Judge, JudgeResponse } from './judge.js';
import { readJudgeRequest } from './judge-request.js';
import { judgesByRuleset, knownNames, unknownRuleset } from './judges.js';

/** Answers one request line after the other; an invalid line gets an error and does not affect the next. */
export function lineJudge(
  longestLine: number,
  /** The user's own ruleset, for lines that name no ruleset or this one. */
  own?: Judge,
): (line: string) => Promise<JudgeResponse | { readonly error: Refusal }> {
  const judgeOf = judgesByRuleset();
  return async (line) => {
    if (line.length > longestLine) return no('judge/line-too-long', `A line has at most ${longestLine} characters.`);
    const request = readJudgeRequest(line, own?.about.name);
    if (!request.ok) return { error: request.error };
    const { ruleset } = request.value;
    const judge = ruleset === own?.about.name ? own : await judgeOf(ruleset);
    if (judge === undefined) return no('judge/unknown-ruleset', sentence(unknownRuleset(ruleset, knownNames())));
    const answer = await judge.judge(request.value);
    return answer.ok ? answer.value : { error: answer.error };
  };
}

const no = (code: string, message: string): { readonly error: Refusal } => ({ error: { code, message } });

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`;
