import { chessGameService } from '@chessmith/protocol';
import { err, json, ok, type Result } from '@chessmith/std';

/** The method calls of the contract. */
export type MethodCall =
  | { readonly method: 'GetState' }
  | { readonly method: 'JoinGame'; readonly team: chessGameService.Team; readonly name: string }
  | { readonly method: 'FindMoves'; readonly square: string }
  | { readonly method: 'ApplyMove'; readonly from: string; readonly to: string }
  | { readonly method: 'Promote'; readonly role: string };

const METHODS = ['GetState', 'JoinGame', 'FindMoves', 'ApplyMove', 'Promote'] as const;
const envelope = json.atLeast({
  methodCall: json.atLeast({ method: json.literal(...METHODS), input: json.optional(json.unknown()) }),
});
const INPUTS = {
  JoinGame: json.atLeast({ player: chessGameService.playerReader }),
  FindMoves: json.atLeast({ position: chessGameService.positionReader }),
  ApplyMove: json.atLeast({ move: json.unknown() }),
  Promote: json.atLeast({ promotionChoice: json.literal('Queen', 'Rook', 'Bishop', 'Knight') }),
};

/** Reads a call. Null for a message without one, which the original ignores. */
export function readMethodCall(text: string): Result<MethodCall | null, string> {
  const value = json.readJsonText(json.unknown(), text);
  if (!value.ok) return err('The message is not JSON.');
  if (typeof value.value !== 'object' || value.value === null || !('methodCall' in value.value)) return ok(null);
  if (json.hasDuplicateKey(text, value.value)) return err('The message has a duplicate field.');
  const call = withMessage(json.readJson(envelope, value.value));
  if (!call.ok) return call;
  const { method, input } = call.value.methodCall;
  switch (method) {
    case 'GetState':
      return ok({ method });
    case 'JoinGame': {
      const read = withMessage(json.readJson(INPUTS.JoinGame, input));
      if (!read.ok) return read;
      const { team, name } = read.value.player;
      return ok({ method, team, name: name || chessGameService.GUEST_NAME });
    }
    case 'FindMoves': {
      const read = withMessage(json.readJson(INPUTS.FindMoves, input));
      return read.ok ? ok({ method, square: chessGameService.squareOf(read.value.position) }) : read;
    }
    case 'ApplyMove': {
      const read = withMessage(json.readJson(INPUTS.ApplyMove, input));
      const move = read.ok ? withMessage(chessGameService.readMove(read.value.move)) : read;
      return move.ok ? ok({ method, ...move.value }) : move;
    }
    case 'Promote': {
      const read = withMessage(json.readJson(INPUTS.Promote, input));
      return read.ok ? ok({ method, role: read.value.promotionChoice.toLowerCase() }) : read;
    }
  }
}

const withMessage = <T>(read: Result<T, json.JsonProblem>): Result<T, string> =>
  read.ok ? read : err(json.formatJsonProblem(read.error));
