/** The ten ways to place two knights on the five squares left after bishops and queen, in Scharnagl's order. */
const KNIGHTS = ['NN---', 'N-N--', 'N--N-', 'N---N', '-NN--', '-N-N-', '-N--N', '--NN-', '--N-N', '---NN'] as const;

/** The back rank of start position 0–959 in Scharnagl's numbering, in capital letters; 518 is standard chess. */
export function chess960Rank(number: number): string {
  const rank: string[] = Array.from({ length: 8 }, () => '');
  let rest = number;
  rank[(rest % 4) * 2 + 1] = 'B';
  rest = Math.floor(rest / 4);
  rank[(rest % 4) * 2] = 'B';
  rest = Math.floor(rest / 4);
  const put = (nth: number, letter: string): void => {
    const free = rank.flatMap((at, file) => (at === '' ? [file] : []));
    rank[free[nth]!] = letter;
  };
  put(rest % 6, 'Q');
  const knights = KNIGHTS[Math.floor(rest / 6)]!;
  const free = rank.flatMap((at, file) => (at === '' ? [file] : []));
  [...knights].forEach((mark, i) => {
    if (mark === 'N') rank[free[i]!] = 'N';
  });
  for (const letter of ['R', 'K', 'R']) put(0, letter);
  return rank.join('');
}

/** The FEN of start position 0–959. */
export function chess960Fen(number: number): string {
  const rank = chess960Rank(number);
  return `${rank.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${rank} w KQkq - 0 1`;
}
