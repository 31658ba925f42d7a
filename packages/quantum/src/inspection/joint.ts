/** The joint distribution of two squares. */
export type Joint = {
  readonly p00: number;
  readonly p01: number;
  readonly p10: number;
  readonly p11: number;
  /** p11 − p(a)·p(b): positive if both tend to be occupied together, negative if one excludes the other. */
  readonly correlation: number;
  /** Mutual information in bits; 0 if the squares are independent. */
  readonly information: number;
};

/** From the probabilities that neither is occupied, only the second, only the first, and both. */
export function jointFrom(p00: number, p01: number, p10: number, p11: number): Joint {
  const pA = p10 + p11;
  const pB = p01 + p11;
  const information = share(p11, pA, pB) + share(p10, pA, 1 - pB) + share(p01, 1 - pA, pB) + share(p00, 1 - pA, 1 - pB);
  return { p00, p01, p10, p11, correlation: p11 - pA * pB, information: Math.max(0, information) };
}

const share = (joint: number, one: number, other: number): number =>
  joint <= 0 || one <= 0 || other <= 0 ? 0 : joint * Math.log2(joint / (one * other));
