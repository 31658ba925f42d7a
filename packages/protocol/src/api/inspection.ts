import { INSPECTION_SUBJECTS } from '@chessmith/rules';
import { Type } from 'typebox';
import { Color, nullOr, oneOf, Whole } from './common.js';

const Text = (longest: number) => Type.Optional(Type.String({ minLength: 1, maxLength: longest }));

/** The subject of an inspection and its arguments. */
export const InspectionFields = {
  about: oneOf(...INSPECTION_SUBJECTS),
  square: Text(3),
  other: Text(3),
  move: Text(40),
  most: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
};

const Probability = Type.Number({ minimum: 0, maximum: 1 + 1e-9 });
const Squares = Type.Array(Type.String());
const Likely = Type.Object({ squares: Squares, probability: Probability });
const joint = {
  p00: Type.Number({ description: 'Neither is occupied.' }),
  p01: Type.Number(),
  p10: Type.Number(),
  p11: Type.Number({ description: 'Both are occupied.' }),
  correlation: Type.Number({ description: 'p11 − p(square)·p(other).' }),
  information: Type.Number({ description: 'What one tells about the other, in bits.' }),
};
const Success = nullOr(Probability);

const SUBJECTS = {
  marginals: Type.Object({
    pieces: Type.Array(
      Type.Object({
        square: Type.String(),
        role: Type.String(),
        color: Color,
        probability: Probability,
        odds: Type.Optional(Probability),
      }),
    ),
  }),
  superposition: Type.Object({
    boards: Whole,
    cap: Type.Optional(Whole),
    maySuperpose: Type.Optional(Type.Boolean()),
  }),
  boards: Type.Object({ boards: Whole, likely: Type.Array(Likely) }),
  square: Type.Object({
    moves: Type.Array(Type.Object({ move: Type.String(), to: Type.String(), success: Success })),
    splits: Squares,
    merges: Type.Array(Type.Object({ with: Type.String(), to: Squares })),
  }),
  'same-piece': Type.Object({ squares: Squares }),
  entangled: Type.Object({
    squares: Type.Array(Type.Union([Type.String(), Type.Object({ square: Type.String(), ...joint })])),
  }),
  impact: Type.Object({
    probability: Probability,
    changes: Type.Array(Type.Object({ square: Type.String(), ifFound: Type.Number(), ifNot: Type.Number() })),
  }),
  joint: Type.Object({
    ...joint,
    coherence: Type.Optional(Type.Number()),
    phase: Type.Optional(Type.Number()),
  }),
  move: Type.Object({ move: Type.String(), success: Success }),
  merge: Type.Object({
    move: Type.String(),
    onTarget: Probability,
    onFirst: Probability,
    onSecond: Probability,
    certain: Type.Boolean(),
  }),
} as const satisfies { readonly [about in (typeof INSPECTION_SUBJECTS)[number]]: Type.TSchema };

/** The result of an inspection; its shape depends on the subject. */
export const InspectionResult = Type.Object(
  { result: Type.Union(Object.values(SUBJECTS)) },
  { $id: 'InspectionResult' },
);
