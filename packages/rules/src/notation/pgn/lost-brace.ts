import { isNameCharacter } from './characters.js';

/**
 * Detects, inside a comment, that its closing brace is missing: an empty line followed by `[Name "` starts the next
 * game. Otherwise one missing brace would join two games.
 */
export function stepLostBrace(state: number, code: number): number {
  if (code === 10) return state === IN_COMMENT || state >= AT_TAG ? AFTER_BREAK : AFTER_EMPTY_LINE;
  switch (state) {
    case AFTER_BREAK:
      return code <= 32 ? AFTER_BREAK : IN_COMMENT;
    case AFTER_EMPTY_LINE:
      return code <= 32 ? AFTER_EMPTY_LINE : code === 91 ? AT_TAG : IN_COMMENT;
    case AT_TAG:
      return isNameCharacter(code) ? IN_NAME : IN_COMMENT;
    case IN_NAME:
      if (isNameCharacter(code)) return IN_NAME;
      return code === 34 ? LOST_BRACE : code === 32 ? AFTER_NAME : IN_COMMENT;
    case AFTER_NAME:
      return code === 34 ? LOST_BRACE : code === 32 ? AFTER_NAME : IN_COMMENT;
    default:
      return IN_COMMENT;
  }
}

export const IN_COMMENT = 0;
const AFTER_BREAK = 1;
const AFTER_EMPTY_LINE = 2;
export const AT_TAG = 3;
const IN_NAME = 4;
const AFTER_NAME = 5;
export const LOST_BRACE = 6;
