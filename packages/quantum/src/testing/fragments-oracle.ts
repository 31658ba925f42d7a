/*
 * The Quantum Chess rules implemented a second time from their description, without our engine: lists of squares with
 * the real one first, a coin that always selects the first target, and no optimisation. For tests only.
 */

type Place = { square: string; p: number; readonly born: number };
type Man = { readonly letter: string; readonly white: boolean; moved: boolean; places: Place[] };
type Found = { readonly man: Man; readonly place: Place };

/** The original would have stopped half way here, so there is nothing to compare with. */
export class UndefinedInOriginal extends Error {}

class Refused extends Error {}

const LEAST = 1.5258e-5;

export function fragmentsOracle(boardFile: string) {
  let born = 0;
  let ties: [Place, Place][] = [];
  let whiteMoves = true;
  let isOver = false;
  let lines: string[] = [];
  let men: Man[] = boardFile
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({
      letter: line[0]!,
      white: line[3] === 'W',
      moved: false,
      places: [{ square: line.slice(1, 3), p: 1, born: born++ }],
    }));
  const underWay = new Set<Man>();

  const at = (square: string): Found | undefined => {
    for (const man of men) for (const place of man.places) if (place.square === square) return { man, place };
    return undefined;
  };
  const ownerOf = (place: Place): Man => men.find((man) => man.places.includes(place))!;
  const isSpread = (man: Man): boolean => man.places.length > 1;
  const say = (line: string): void => void lines.push(line);
  const no = (why: string): never => {
    throw new Refused(why);
  };

  /** Whether a chessman could go there on an otherwise empty board; a pawn captures only if a piece stands there. */
  function goes(man: Man, from: string, to: string): boolean {
    const [dx, dy] = [to.charCodeAt(0) - from.charCodeAt(0), to.charCodeAt(1) - from.charCodeAt(1)];
    const [ax, ay] = [Math.abs(dx), Math.abs(dy)];
    if (ax + ay === 0) return false;
    switch (man.letter) {
      case 'T':
        return dx === 0 || dy === 0;
      case 'B':
        return ax === ay;
      case 'Q':
        return dx === 0 || dy === 0 || ax === ay;
      case 'H':
        return ax * ay === 2;
      case 'K':
        return Math.max(ax, ay) === 1 || castling(man, from, to) !== undefined;
      default: {
        const ahead = man.white ? dy : -dy;
        if (dx === 0) return ahead === 1 || (ahead === 2 && !man.moved);
        return ax === 1 && ahead === 1 && at(to) !== undefined;
      }
    }
  }

  function way(man: Man, from: string, to: string): Found[] {
    const met: Found[] = [];
    if (man.letter === 'H') return met;
    const dx = Math.sign(to.charCodeAt(0) - from.charCodeAt(0));
    const dy = Math.sign(to.charCodeAt(1) - from.charCodeAt(1));
    let [x, y] = [from.charCodeAt(0) + dx, from.charCodeAt(1) + dy];
    while (String.fromCharCode(x, y) !== to) {
      const found = at(String.fromCharCode(x, y));
      if (found !== undefined) met.push(found);
      x += dx;
      y += dy;
    }
    return met;
  }

  /** At most one fragment on the way, and only of another chessman with several fragments. */
  const isFree = (man: Man, met: readonly Found[]): boolean =>
    met.length === 0 || (met.length === 1 && met[0]!.man !== man && isSpread(met[0]!.man));

  const homeOf = (man: Man): string => (man.white ? 'E1' : 'E8');
  const isCastlingSquare = (man: Man, from: string, to: string): boolean =>
    man.letter === 'K' && from === homeOf(man) && (to === `C${from[1]}` || to === `G${from[1]}`);

  function castling(man: Man, from: string, to: string) {
    if (!isCastlingSquare(man, from, to) || man.moved) return undefined;
    const rank = from[1]!;
    const isLong = to[0] === 'C';
    const corner = at(`${isLong ? 'A' : 'H'}${rank}`);
    if (corner === undefined || corner.man.letter !== 'T' || corner.man.white !== man.white || corner.man.moved) {
      return undefined;
    }
    const rookTo = `${isLong ? 'D' : 'F'}${rank}`;
    if (at(to) !== undefined || at(rookTo) !== undefined) return undefined;
    const beside = isLong ? at(`B${rank}`) : undefined;
    if (beside !== undefined && !isSpread(beside.man)) return undefined;
    return { rook: corner.man, rookTo, beside, isLong };
  }

  const areTied = (one: Man, other: Man): boolean =>
    ties.some(([a, b]) => {
      const owners = [ownerOf(a), ownerOf(b)];
      return owners.includes(one) && owners.includes(other);
    });

  function inherit(from: Place, heir: Place): void {
    for (const [a, b] of [...ties]) {
      if (a === from) ties.push([heir, b]);
      else if (b === from) ties.push([a, heir]);
    }
  }

  function passBy(man: Man, place: Place, to: string, other: Found): void {
    const { p } = place;
    const q = other.place.p;
    const added: Place = { square: to, p: p * (1 - q), born: born++ };
    const arrives = man.places[0] === place && other.man.places[0] !== other.place;
    place.p = p * q;
    man.places.splice(arrives ? 0 : man.places.indexOf(place) + 1, 0, added);
    inherit(place, added);
    ties.push([added, other.place]);
  }

  function measure({ man, place }: Found): void {
    if (!isSpread(man)) return;
    if (underWay.has(man) || !man.places.includes(place)) throw new UndefinedInOriginal();
    underWay.add(man);
    if (man.places[0] === place) {
      place.p = 1;
      for (const each of [...man.places]) settle(man, each);
      man.places = [place];
      say(`${place.square} measured, was there`);
    } else {
      settle(man, place);
      man.places = man.places.filter((each) => each !== place);
      for (const each of man.places) each.p = Math.min(1, each.p / (1 - place.p));
      say(`${place.square} measured, was not there`);
    }
    underWay.delete(man);
  }

  function settle(man: Man, place: Place): void {
    const partners: Place[] = [];
    for (const tie of [...ties]) {
      if (!tie.includes(place)) continue;
      const partner = tie[0] === place ? tie[1] : tie[0];
      const count = ties.filter(
        ([a, b]) => (a === partner && man.places.includes(b)) || (b === partner && man.places.includes(a)),
      ).length;
      ties = ties.filter((each) => each !== tie);
      if (count === 1) partners.push(partner);
    }
    for (const partner of partners) {
      const owner = ownerOf(partner);
      if (owner === undefined) throw new UndefinedInOriginal();
      measure({ man: owner, place: partner });
    }
    const rest = man.places.filter((each) => each !== place);
    if (rest.length === 0) return;
    const counts = new Map<Place, number>();
    for (const [a, b] of ties) {
      if (rest.includes(a)) counts.set(b, (counts.get(b) ?? 0) + 1);
      else if (rest.includes(b)) counts.set(a, 1);
    }
    const all = [...counts].filter(([, count]) => count === rest.length).map(([each]) => each);
    for (const each of all.sort((a, b) => a.born - b.born)) {
      const owner = ownerOf(each);
      if (owner === undefined) throw new UndefinedInOriginal();
      ties = ties.filter(
        ([a, b]) => !([a, b].some((x) => man.places.includes(x)) && [a, b].some((x) => owner.places.includes(x))),
      );
      measure({ man: owner, place: each });
    }
  }

  function checked(squares: readonly string[]): Found {
    if (isOver) no('game over');
    const found = squares.map(at);
    if (found.includes(undefined)) no('there is no chessman_ there');
    if (found.some((one) => one!.man !== found[0]!.man)) no('you re trying to merge two different chessmen');
    if (found[0]!.man.white !== whiteMoves) no('you cannot move a chessman_ of the other player');
    return found[0]!;
  }

  const isTooSmall = (p: number, q: number): boolean => p * q < LEAST || p * (1 - q) < LEAST;

  function move(from: string, to: string): void {
    const { man, place } = checked([from]);
    if (isCastlingSquare(man, from, to)) {
      castle(man, place, to);
      return;
    }
    if (!goes(man, from, to)) no('that chessman_ cant do that move');
    const target = at(to);
    if (target?.man === man) no('cannot move to square with a fragment of the same chessman_');
    const met = way(man, from, to);
    const isAlly = target !== undefined && target.man.white === man.white;
    if (!isFree(man, met) || (isAlly && !isSpread(target.man))) no('path is not free');
    const [passed] = met;
    if (passed && target) no('cannot measure and entangle at same time');
    if (passed && areTied(man, passed.man)) no('cannot entangle with same piece two times');
    if (man.letter === 'P') {
      if (target && from[0] === to[0] && !isAlly) no('pawn cannot eat like that');
      if (target && from[0] !== to[0] && isAlly) no('pawn cannot measure like that');
      if (passed) no('pawn cannot entangle');
    }
    if (passed && isTooSmall(place.p, passed.place.p)) no('cannot split chessman_ anymore');
    man.moved = true;
    if (target && (isSpread(man) || isSpread(target.man))) {
      measure({ man, place });
      if (men.includes(target.man) && target.man.places.includes(target.place)) measure(target);
      else if (isSpread(target.man)) throw new UndefinedInOriginal();
      const isThere = at(to)?.man === target.man;
      if (at(from)?.place !== place || (isThere && isAlly)) return;
    }
    const taken = at(to);
    if (taken !== undefined) {
      say(`${to} was captured`);
      men = men.filter((each) => each !== taken.man);
      ties = ties.filter(([a, b]) => !taken.man.places.includes(a) && !taken.man.places.includes(b));
      if (taken.man.letter === 'K') {
        isOver = true;
        say(`End of the game, ${man.white ? 'white' : 'black'} wins`);
      }
    }
    if (passed) passBy(man, place, to, passed);
    else place.square = to;
    say(`${from} moved to ${to}`);
  }

  function castle(man: Man, place: Place, to: string): void {
    const how = castling(man, place.square, to);
    const { rook, rookTo, beside } = how ?? no('cant to that castling');
    if (beside && isTooSmall(1, beside.place.p)) no('cannot split chessman_ anymore');
    const [tower] = rook.places as [Place];
    const [from, rookFrom] = [place.square, tower.square];
    man.moved = rook.moved = true;
    place.square = to;
    if (beside === undefined) tower.square = rookTo;
    else {
      passBy(rook, tower, rookTo, beside);
      passBy(man, place, from, at(rookTo)!);
    }
    say(`${rookFrom} moved to ${rookTo}`);
  }

  function split(from: string, to1: string, to2: string): void {
    const { man, place } = checked([from]);
    const castles = [to1, to2].filter((to) => isCastlingSquare(man, from, to));
    // Castling splits have defects in the original; the engine's own tests cover them.
    if (castles.length > 0) throw new UndefinedInOriginal();
    for (const to of [to1, to2]) {
      if (!goes(man, from, to)) no('that chessman_ cant do that split');
      if (man.letter === 'P') no('pawn cannot split');
      const target = at(to);
      const met = way(man, from, to);
      if (!isFree(man, met) || (target && target.man.white === man.white && !isSpread(target.man))) {
        no('path is not free');
      }
      if (target) no('splitting to occupied space');
      if (met.length > 0) no('cannot split and entangle in the same move');
      if (place.p / 2 < LEAST) no('cannot split more times that chessman_');
    }
    if (to1 === to2) no('cannot split into the same square');
    man.moved = true;
    place.p /= 2;
    place.square = to1;
    const added: Place = { square: to2, p: place.p, born: born++ };
    man.places.splice(man.places.indexOf(place) + 1, 0, added);
    inherit(place, added);
    say(`${from} split to ${to1} and ${to2}`);
  }

  function merge(from1: string, from2: string, to: string): void {
    const { man } = checked([from1, from2]);
    if (from1 === from2) no('cannot merge from same square');
    for (const from of [from1, from2]) {
      if (from !== to && !goes(man, from, to)) no('that chessman_ cant do that merge');
      if (man.letter === 'P') no('pawn cannot merge');
      if (from === to) continue;
      const target = at(to);
      const met = way(man, from, to);
      const stranger = target !== undefined && target.man !== man ? target.man : undefined;
      if (!isFree(man, met) || (stranger && !isSpread(stranger))) no('path is not free');
      if (met.length > 0 || stranger) no('cannot merge and entangle in the same move');
    }
    if (at(to) !== undefined && to !== from1 && to !== from2) no('there is a chessman_ there already');
    const [one, two] = [at(from1)!.place, at(from2)!.place];
    const [kept, gone] = man.places[0] === one ? [one, two] : [two, one];
    const otherHalf = ([a, b]: [Place, Place], half: Place) => (a === half ? b : a);
    const partners = (half: Place) => ties.filter((tie) => tie.includes(half)).map((tie) => otherHalf(tie, half));
    const shared = partners(kept).filter((partner) => partners(gone).includes(partner));
    ties = ties.filter((tie) => !tie.includes(gone) && (!tie.includes(kept) || shared.includes(otherHalf(tie, kept))));
    kept.p = Math.min(1, kept.p + gone.p);
    kept.square = to;
    man.places = man.places.filter((each) => each !== gone);
    say(`${from1} and ${from2} merged into ${to}`);
  }

  return {
    /** Plays `m E2 E4`, `s B8 A6 C6` or `h A6 C6 B8`; returns the error or null, and the log lines. */
    play(text: string): { readonly error: string | null; readonly log: readonly string[] } {
      const [letter, ...squares] = text.split(' ') as [string, string, string, string];
      lines = [];
      try {
        if (letter === 'm') move(squares[0]!, squares[1]!);
        else if (letter === 's') split(squares[0]!, squares[1]!, squares[2]!);
        else merge(squares[0]!, squares[1]!, squares[2]!);
      } catch (error) {
        if (error instanceof Refused) return { error: error.message, log: [] };
        throw error;
      }
      whiteMoves = !whiteMoves;
      return { error: null, log: lines };
    },
    whiteMoves: () => whiteMoves,
    /** Each chessman's squares in order, the real one first; sorted by the first square. */
    men: () =>
      men.map(({ letter, white, places }) => `${white ? 'W' : 'B'}${letter} ${places.map(written).join(' ')}`).sort(),
  };
}

const written = ({ square, p }: Place): string => `${square}:${p.toPrecision(10)}`;
