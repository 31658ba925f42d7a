import type { GameId } from '@chessmith/game';
import { quantumCodec } from '@chessmith/protocol';
import { OBJECTION_TEXTS, ROLE_OBJECTION_TEXTS } from '@chessmith/quantum';
import type { GameCommand, Service, ServiceRefusal } from '@chessmith/service';
import { assertNever } from '@chessmith/std';
import type { Chatting } from './chat.js';
import type { GameMirror } from './game-mirror.js';
import type { Member } from './members.js';
import { replyTo } from './replies.js';

/** Executes a member's message. Refusals go only to the sender; facts reach everybody through `learn`. */
export function messageHandler(around: {
  readonly service: Service;
  readonly id: GameId;
  readonly record: GameMirror;
  readonly chatting: Chatting;
  learn(): Promise<void>;
}) {
  const { service, id, record, chatting, learn } = around;

  async function order({ person, send }: Member, what: GameCommand, words: Words): Promise<void> {
    if (person === null) throw new Error('only players give orders');
    const done = await service.command(person, id, what);
    if (!done.ok) return send(errorOf(wordsFor(done.error, words)));
    record.expect(done.value.version);
    await learn();
  }

  return async (member: Member, message: quantumCodec.ClientMessage): Promise<void> => {
    const isWatching = member.role === 'spectator';
    switch (message.kind) {
      case 'move':
      case 'split':
      case 'merge': {
        const words = ROLE_OBJECTION_TEXTS[message.kind === 'move' ? 'spectator-moves' : 'spectator-plays'];
        if (isWatching) return member.send(errorOf(words));
        return order(member, { type: 'PlayMove', move: spell(message) }, PLAYING);
      }
      case 'surrender':
        if (isWatching) return member.send(errorOf(ROLE_OBJECTION_TEXTS['spectator-surrenders']));
        return order(member, { type: 'Resign', as: member.role }, SURRENDERING);
      case 'chat':
        return chatting.say(member, message.text);
      case 'ask-moves':
      case 'ask-splits':
      case 'ask-merges':
      case 'ask-same':
      case 'ask-entangled':
        return member.send(quantumCodec.encodeServerMessage(replyTo(record.game().board!.position.board, message)));
      default:
        return assertNever(message);
    }
  };
}

type Words = { readonly [code: string]: string };

/** The protocol's sentences for our codes. Refusals of the referee are already in its words. */
const PLAYING: Words = {
  'game/ended': OBJECTION_TEXTS['game-over'],
  'game/not-your-turn': OBJECTION_TEXTS['not-your-turn'],
};
const SURRENDERING: Words = { 'game/ended': ROLE_OBJECTION_TEXTS['surrender-after-end'] };

const wordsFor = ({ code, message }: ServiceRefusal, words: Words): string => words[code] ?? message;

const errorOf = (message: string): Uint8Array => quantumCodec.encodeServerMessage({ kind: 'error', message });

type Played = Extract<quantumCodec.ClientMessage, { readonly kind: 'move' | 'split' | 'merge' }>;

/** The move in the protocol's notation, in which a king that captures its own rook is not castling. */
function spell(message: Played): string {
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
