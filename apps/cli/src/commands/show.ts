import { type Command, EXIT } from '../command.js';
import { readInteger, readOptions } from '../options.js';
import { refuse } from '../refuse.js';

export const show: Command = {
  name: 'show',
  summary: 'Draw a position',
  usage: `chessmith show --ruleset R [--fen F | --number N] [--from SQUARE] [--svg]

  --ruleset R     one of 'chessmith rulesets', or a file of your own that ends in .json
  --fen F         the position, as FEN or as a board of text; the start position without it
  --number N      the start with this number, in chess960
  --from SQUARE   also mark where the piece on this square may go
  --svg           a picture instead of text

  $ chessmith show --ruleset standard --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'`,
  async run(args, io) {
    const options = readOptions(args, {
      ruleset: { type: 'string' },
      fen: { type: 'string' },
      number: { type: 'string' },
      from: { type: 'string' },
      svg: { type: 'boolean' },
    });
    if (!options.ok) return options.error;
    const { fen, from, svg, ...values } = options.value.values;
    const { readRulesetOption } = await import('../ruleset-option.js');
    const ruleset = await readRulesetOption(values.ruleset);
    if (!ruleset.ok) return refuse('show', ruleset.error, io);
    if (fen !== undefined && values.number !== undefined)
      return { code: 'cli/usage', message: '--fen and --number exclude each other' };
    const number = values.number === undefined ? undefined : readInteger('number', values.number, { min: 0, max: 959 });
    if (number?.ok === false) return number.error;

    const { sceneOf } = await import('../drawing/scene.js');
    const scene = sceneOf(ruleset.value, { position: fen, number: number?.value, from });
    if (!scene.ok) return refuse('show', scene.error, io);
    const { drawText } = await import('../drawing/text.js');
    const { drawSvg } = await import('../drawing/svg.js');
    await io.out(svg === true ? drawSvg(scene.value) : drawText(scene.value));
    return EXIT.done;
  },
};
