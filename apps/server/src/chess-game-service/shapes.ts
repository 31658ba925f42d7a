import { chessGameService } from '@chessmith/protocol';
import { Type } from 'typebox';

const oneOf = (...words: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: words });
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const maybe = Type.Optional;

const Team = oneOf('WHITE', 'BLACK');
const Position = Type.Object({
  file: oneOf(...'ABCDEFGH'),
  rank: Type.Unsafe<string>({ type: 'string', enum: [...'12345678'], description: 'A string.' }),
});
const Piece = Type.Object({ type: oneOf('Pawn', 'Knight', 'Bishop', 'Rook', 'Queen', 'King'), team: Team });
const Player = Type.Object({ name: Type.String(), team: Team });
const NewPlayer = Type.Object({ team: Team, name: maybe(orNull(Type.String({ maxLength: 100 }))) });
const Move = Type.Object({
  from: Position,
  to: Position,
  capturedPiece: maybe(Piece),
  doubleMove: maybe(Type.Object({ passingBy: Position })),
  castling: maybe(Type.Object({ rookFrom: Position, rookTo: Position })),
  enPassant: maybe(Type.Object({ capturedPawnPosition: Position })),
});
/** The other fields of a move are ignored: the server derives them itself. */
const PlayedMove = Type.Object({ from: Position, to: Position });

const UNITS = ['NANOSECONDS', 'MICROSECONDS', 'MILLISECONDS', 'SECONDS', 'MINUTES', 'HOURS', 'DAYS'];
const Duration = Type.Object({ value: Type.Integer(), unit: oneOf(...UNITS) });
const Long = Type.Object({ $numberLong: Type.String({ pattern: '^[0-9]{1,15}$' }) });
const DurationInput = Type.Object({
  value: Type.Union([Type.Integer({ minimum: 0 }), Long]),
  unit: Type.String({ maxLength: 20, description: `One of ${UNITS.join(', ')}, in any case.` }),
});
const Constraint = oneOf('NoLimit', 'MoveLimit', 'PlayerLimit');
const Mode = oneOf('PVP', 'PVE');

const Configuration = Type.Object({
  timeConstraint: Type.Object({ type: Constraint, time: orNull(Duration) }),
  gameMode: Mode,
  whitePlayer: orNull(Player),
  blackPlayer: orNull(Player),
  gameId: orNull(Type.String()),
  isPrivate: Type.Boolean(),
});
const Chessboard = Type.Object({ pieces: Type.Array(Type.Object({ piece: Piece, position: Position })) });
const MoveHistory = Type.Object({ entries: Type.Array(Type.Object({ piece: Piece, move: Move })) });
const GameSituation = Type.Union([
  Type.Object({ type: oneOf('None', 'Check', 'Stale', 'Checkmate') }),
  Type.Object({ type: oneOf('Promotion'), promotingPawnPosition: Position }),
]);
const GameOver = Type.Object({
  cause: oneOf('Checkmate', 'Stalemate', 'Timeout', 'Surrender'),
  winner: orNull(Player),
});
const ContractError = Type.Object({
  type: Type.Unsafe<string>({
    type: 'string',
    enum: [...chessGameService.SOCKET_ERRORS],
    description: [
      'MalformedInputException: the message is unreadable or not allowed: an illegal move, a move out of turn or without a seat,',
      'too many attempts to find a private game. GameTerminatedException: the game has ended or does not exist; the server then',
      'closes the connection. InternalServerException: the server failed.',
    ].join(' '),
  }),
  message: Type.String({ description: 'A sentence that says what is wrong.' }),
});
const ServerSituation = oneOf('NotConfigured', 'WaitingForPlayers', 'Ready', 'Running', 'Terminated');
const Subscriptions = Type.Array(Type.String());

const ServerState = Type.Object({
  situation: ServerSituation,
  subscriptions: Subscriptions,
  error: orNull(ContractError),
  gameState: Type.Object({
    chessboard: Chessboard,
    moveHistory: MoveHistory,
    currentTurn: Team,
    configuration: Configuration,
    situation: GameSituation,
    gameOver: orNull(GameOver),
    timers: Type.Object({ white: orNull(Duration), black: orNull(Duration) }),
  }),
});

/** The body of `POST /game`; every field is optional. */
export const ConfigurationInput = Type.Object({
  timeConstraint: maybe(orNull(Type.Object({ type: Constraint, time: maybe(orNull(DurationInput)) }))),
  gameMode: maybe(orNull(Mode)),
  whitePlayer: maybe(orNull(NewPlayer)),
  blackPlayer: maybe(orNull(NewPlayer)),
  gameId: maybe(orNull(Type.String({ maxLength: 64 }))),
  isPrivate: maybe(orNull(Type.Boolean())),
});

/** The parameters and the result of each method. */
export const METHODS = {
  GetState: { output: Type.Object({ serverState: ServerState }) },
  JoinGame: { input: Type.Object({ player: NewPlayer }) },
  FindMoves: {
    input: Type.Object({ position: Position }),
    output: Type.Object({ moves: Type.Array(Move) }),
  },
  ApplyMove: { input: Type.Object({ move: PlayedMove }) },
  Promote: { input: Type.Object({ promotionChoice: oneOf('Queen', 'Rook', 'Bishop', 'Knight') }) },
} as const;

/** The events of a connection. */
export const EVENTS = {
  ChessboardUpdateEvent: Chessboard,
  MoveHistoryUpdateEvent: MoveHistory,
  TurnUpdateEvent: Team,
  GameSituationUpdateEvent: GameSituation,
  GameOverUpdateEvent: GameOver,
  WhitePlayerUpdateEvent: Player,
  BlackPlayerUpdateEvent: Player,
  WhiteTimerUpdateEvent: Duration,
  BlackTimerUpdateEvent: Duration,
  ServerSituationUpdateEvent: ServerSituation,
  ServerErrorUpdateEvent: ContractError,
  SubscriptionUpdateEvent: Subscriptions,
} as const;
