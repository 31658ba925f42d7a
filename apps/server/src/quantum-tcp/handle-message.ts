import type { GameId } from '@chessmith/game';
import { quantumCodec } from '@chessmith/protocol';
import { OBJECTION_TEXTS, ROLE_OBJECTION_TEXTS } from '@chessmith/quantum';
import type { GameCommand, ServiceRefusal } from '@chessmith/service';
import { assertNever } from '@chessmith/std';
import type { Core } from '../core.js';
import type { MatchChat } from './chat.js';
import type { GameMirror } from './game-mirror.js';
import type { Member } from './members.js';
import { replyTo } from './replies.js';

/** Executes a member's message. Refusals go only to the sender; facts reach everybody through `update`. */
export function messageHandler(dependencies: {
  readonly games: Core['games'];
  readonly id: GameId;
  readonly mirror: GameMirror;
  readonly chat: MatchChat;
  update(): Promise<void>;
}) {
  const { games, id, mirror, chat, update } = dependencies;

  async function execute({ person, send }: Member, command: GameCommand, errorTexts: ErrorTexts): Promise<void> {
    if (person === null) throw new Error('a member without a person sent a command');
    const done = await games.command(person, id, command);
    if (!done.ok) return send(errorOf(errorText(done.error, errorTexts)));
    await update();
  }

  return async (member: Member, message: quantumCodec.ClientMessage): Promise<void> => {
    const isWatching = member.role === 'spectator';
    switch (message.kind) {
      case 'move':
      case 'split':
      case 'merge': {
        const text = ROLE_OBJECTION_TEXTS[message.kind === 'move' ? 'spectator-moves' : 'spectator-plays'];
        if (isWatching) return member.send(errorOf(text));
        return execute(member, { type: 'PlayMove', move: moveText(message) }, PLAYING);
      }
      case 'surrender':
        if (isWatching) return member.send(errorOf(ROLE_OBJECTION_TEXTS['spectator-surrenders']));
        return execute(member, { type: 'Resign', as: member.role }, SURRENDERING);
      case 'chat':
        return chat.say(member, message.text);
      case 'ask-moves':
      case 'ask-splits':
      case 'ask-merges':
      case 'ask-same':
      case 'ask-entangled':
        return member.send(quantumCodec.encodeServerMessage(replyTo(mirror.game().board!.position.board, message)));
      default:
        return assertNever(message);
    }
  };
}

type ErrorTexts = { readonly [code: string]: string };

/** The protocol's sentences for our codes. Refusals of the referee are already in its words. */
const PLAYING: ErrorTexts = {
  'game/ended': OBJECTION_TEXTS['game-over'],
  'game/not-your-turn': OBJECTION_TEXTS['not-your-turn'],
};
const SURRENDERING: ErrorTexts = { 'game/ended': ROLE_OBJECTION_TEXTS['surrender-after-end'] };

const errorText = ({ code, message }: ServiceRefusal, errorTexts: ErrorTexts): string => errorTexts[code] ?? message;

const errorOf = (message: string): Uint8Array => quantumCodec.encodeServerMessage({ kind: 'error', message });

type Played = Extract<quantumCodec.ClientMessage, { readonly kind: 'move' | 'split' | 'merge' }>;

/** The move in the protocol's notation, in which a king that captures its own rook is not castling. */
function moveText(message: Played): string {
  switch (message.kind) {
    case 'move':
      return `m ${message.from} ${message.to}`;
    case 'split':
      return `s ${message.from} ${message.to.join(' ')}`;
    case 'merge':
      return `h ${message.from.join(' ')} ${message.to}`;
    default:
      return assertNever(message);
  }
}
