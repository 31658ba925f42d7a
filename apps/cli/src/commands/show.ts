import { type Command, EXIT } from '../command.js';
import { readInteger, readOptions } from '../options.js';
import { refuse } from '../refuse.js';

export const show: Command = {
  name: 'show',
  summary: 'Draw a position',
  usage: `chessmith show --ruleset R [--fen F | --number N] [--moves 'M ...'] [--from SQUARE] [--svg]

  --ruleset R     one of 'chessmith rulesets', or your own file: a ruleset (.json) or a script (.py, .js, .ts, .pl)
  --fen F         the position as FEN or as a board of text (default: the start position); in quantum also a QFEN,
                  in quantum-fragments the text of a board file
  --number N      the number of a chess960 start
  --moves 'M ...' play these moves first, for either side; in quantum '.m0' and '.m1' choose the outcome
  --from SQUARE   also mark the targets of the piece on this square
  --svg           draw an SVG instead of text

  $ chessmith show --ruleset standard --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  $ chessmith show --ruleset quantum --moves 'b1^a3c3 e7e5'`,
  async run(args, io) {
    const options = readOptions(args, {
      ruleset: { type: 'string' },
      fen: { type: 'string' },
      number: { type: 'string' },
      moves: { type: 'string' },
      from: { type: 'string' },
      svg: { type: 'boolean' },
    });
    if (!options.ok) return options.error;
    const { fen, from, svg, ...values } = options.value.values;
    const { readRefereeOption } = await import('../referee-option.js');
    const loaded = await readRefereeOption(values.ruleset);
    if (!loaded.ok) return refuse('show', loaded.error, io);
    if (fen !== undefined && values.number !== undefined)
      return { code: 'cli/usage', message: '--fen and --number exclude each other' };
    const number = values.number === undefined ? undefined : readInteger('number', values.number, { min: 0, max: 959 });
    if (number?.ok === false) return number.error;

    const { sceneOf } = await import('../scene.js');
    const moves = values.moves?.split(/\s+/).filter((move) => move !== '') ?? [];
    const scene = await sceneOf(loaded.value, { position: fen, number: number?.value, from, moves });
    await loaded.value.close?.();
    if (!scene.ok) return refuse('show', scene.error, io);
    const { drawSvg, drawText } = await import('@chessmith/drawing');
    await io.out(svg === true ? drawSvg(scene.value) : drawText(scene.value));
    return EXIT.done;
  },
};
