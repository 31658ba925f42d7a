import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Player } from './player.js';
import { eventually, openTestServer } from './test-server.js';

const testServer = openTestServer();
const example = (file: string) => readFileSync(new URL(`../examples/${file}`, import.meta.url), 'utf8');
/** Without the console errors for refused checks (422) and a busy sandbox (503). */
const browserErrorsOf = (...players: Player[]) =>
  players.flatMap(({ browserErrors }) => browserErrors).filter((text) => !/(?:422|503) \(/.test(text));

/** Pastes a source into the editor. */
async function paste({ page }: Player, source: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), source);
  const field = page.getByLabel('Source of the variant');
  await field.focus();
  await field.press('ControlOrMeta+a');
  await field.press('ControlOrMeta+v');
  await eventually(() => field.inputValue()).toBe(source);
}

/** Records all texts that an element shows from now on, also those that disappear at once. */
async function recordTexts({ page }: Player, place: string): Promise<() => Promise<readonly string[]>> {
  const noted = await page.evaluateHandle((selector) => {
    const texts: string[] = [];
    const note = () => texts.push(document.querySelector(selector)?.textContent ?? '');
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  }, place);
  return () => noted.jsonValue();
}

/** Uploads a script and opens a game in which the player has both seats. */
async function playBoth(player: Player, source: string): Promise<void> {
  await testServer.openStartPage(player);
  const { ruleset } = await testServer.post(player, '/api/rulesets', { format: 'javascript', source });
  await testServer.hotSeat(player, { ruleset: ruleset.id });
}

const MEET = `def moves(pieces, turn):
    step = 1 if turn == "white" else -1
    return [{"from_x": p["x"], "from_y": p["y"], "to_x": 0, "to_y": p["y"] + step} for p in pieces if p["color"] == turn]


def get_starting_state():
    pieces = [{"color": "white", "name": "king", "x": 0, "y": 0}, {"color": "black", "name": "king", "x": 0, "y": 3}]
    board = {"files": 2, "ranks": 4}
    return {"version": 2, "name": "Meet", "description": "Two kings in a corridor.", "board": board, "pieces": pieces,
            "possible_moves": moves(pieces, "white"), "additional_data": None, "status": "running"}


def make_move(pieces, move, next_turn, data):
    print("moving", move["to_y"])
    left = [p for p in pieces if p["y"] != move["to_y"]]
    for p in left:
        if p["y"] == move["from_y"]:
            p["y"] = move["to_y"]
    if len(left) == 1:
        return {"pieces": left, "possible_moves": [], "additional_data": None,
                "status": "white won" if next_turn == "black" else "black won", "reason": "met in the corridor"}
    return {"pieces": left, "possible_moves": moves(left, next_turn), "additional_data": None, "status": "running"}
`;

test('an author pastes a variant, reads its errors, fixes them, and plays it with a friend by code', async () => {
  const [anna, bert] = [await testServer.player(), await testServer.player()];
  await testServer.openStartPage(anna);
  await anna.page.getByRole('link', { name: 'Create a variant' }).click();
  await paste(anna, MEET.replace('def make_move(pieces, move, next_turn, data):', 'def make_move(pieces, move'));
  const checked = await recordTexts(anna, '.step');
  await anna.press('Check and save');
  const alert = anna.page.getByRole('alert');
  await alert.getByRole('button', { name: /^Line 1[34]/ }).waitFor();
  expect(await checked()).toContainEqual(expect.stringContaining('Checking…'));
  await anna.page.locator('.editor .mark').waitFor();

  await paste(anna, MEET.replace('moves(left, next_turn)', 'moves(lefft, next_turn)'));
  await eventually(() => anna.page.locator('.editor .mark').count()).toBe(0);
  await anna.press('Check again');
  const raised = alert.filter({ hasText: 'lefft' });
  await raised.getByText('Error in a test game').waitFor();
  await raised.getByText(/line 22, in make_move/).waitFor();
  await raised.getByText('moving 1').first().waitFor();
  await raised.getByRole('button', { name: /^Line 22/ }).click();
  const cursor = await anna.page
    .getByLabel('Source of the variant')
    .evaluate((field) => (field as HTMLTextAreaElement).selectionStart);
  expect(MEET.slice(0, cursor).split('\n')).toHaveLength(22);

  await paste(anna, MEET);
  const counted = await recordTexts(anna, '.checking .count');
  await anna.press('Check again');
  await anna.sees('The check passed');
  expect(await counted()).toContainEqual(expect.stringMatching(/^\d+ of 20 games finished, \d+ moves?$/));
  await anna.sees(/20 random test games/);
  await anna.page.getByRole('radio', { name: 'White', exact: true }).check();
  await anna.press('Create game');
  const code = (await anna.page.getByTitle('Copy the code').textContent())!.trim();
  expect(code).toMatch(/^[A-Z0-9]{8}$/);

  await bert.page.goto(testServer.server.url);
  await bert.page.getByLabel('Have a game code?').fill(code);
  await bert.press('Join');
  await bert.press('Play Black');
  await anna.click('a1', 'a2');
  await bert.click('a4', 'a3');
  await anna.click('a2', 'a3');
  await anna.sees('You win');
  await bert.sees('You lose');
  for (const player of [anna, bert]) await player.sees('Met in the corridor.');
  expect(browserErrorsOf(anna, bert)).toEqual([]);
});

test('an uploaded variant is chosen on the start page and played by clicks', async () => {
  const anna = await testServer.player();
  await testServer.openStartPage(anna);
  await testServer.post(anna, '/api/rulesets', { format: 'json', source: example('camel-chess.json') });
  await anna.page.reload();
  await anna.page.locator('optgroup[label="Your variants"] option').waitFor({ state: 'attached' });
  await anna.page.getByLabel('Variant').selectOption({ label: 'Camel chess' });
  await anna.sees('a camel leaps three squares');
  await anna.page.getByRole('radio', { name: 'Two players on this device', exact: true }).check();
  await anna.press('Create game');
  await anna.click('b1', 'c4');
  await anna.movesPlayed(1);
  await anna.click('b5', 'c4');
  expect(await anna.movesPlayed(2)).toBe('bxc4');
  expect(anna.browserErrors).toEqual([]);
});

const WALK = `
  const moves = (pieces, turn) => pieces.filter(({ color }) => color === turn).flatMap(({ x, y }) => {
    const step = turn === 'white' ? 1 : -1;
    return [0, 1].map((then_x) => ({ from_x: x, from_y: y, to_x: x, to_y: y + step, then_x, then_y: y + 2 * step }));
  });
  function startingState() {
    const pieces = [{ color: 'white', name: 'rook', x: 0, y: 0 }, { color: 'black', name: 'rook', x: 3, y: 15 }];
    const state = { pieces, possible_moves: moves(pieces, 'white'), additional_data: 0, status: 'running' };
    return { version: 2, name: 'Walk', board: { files: 4, ranks: 16 }, ply_cap: 4, ...state };
  }
  function makeMove(pieces, move, turn) {
    const after = pieces.map((one) => (one.color === turn ? one : { ...one, x: move.then_x, y: move.then_y }));
    return { pieces: after, possible_moves: moves(after, turn), additional_data: 0, status: 'running' };
  }`;

test('a move with two targets is typed, or played by three clicks', async () => {
  const anna = await testServer.player();
  await playBoth(anna, WALK);
  expect((await anna.page.locator('cg-board').boundingBox())!.height, 'the whole board is visible').toBeLessThan(800);
  await anna.waitForTurn();
  await anna.typeMove('a1a2,a2b3');
  expect(await anna.movesPlayed(1)).toBe('a1a2,a2b3');
  await anna.click('d16', 'd15', 'a9');
  await anna.click('d16', 'd15', 'a14');
  expect(await anna.movesPlayed(2)).toBe('d16d15,d15a14');
  await anna.typeMove('b3b4,b4a5');
  await anna.movesPlayed(3);
  await anna.typeMove('a14a13,a13b12');
  await anna.sees('No winner within the limit of 4 moves.');
  expect(anna.browserErrors).toEqual([]);
});

const WIZARD = `
  const square = '<svg viewBox="0 0 10 10"><path d="M2 2h6v6h-6z" fill="#c03030"/></svg>';
  const kinds = [{ name: 'wizard', letter: 'W', glyph: '🧙' }, { name: 'wall', letter: 'L', glyph: square }];
  const state = (pieces, turn, more) => {
    const own = pieces.find(({ color, name }) => color === turn && name === 'wizard');
    const from = { from_x: own.x, from_y: own.y };
    const free = [0, 1, 2].filter((x) => !pieces.some((one) => one.x === x && one.y === 1));
    const spells = ['burn', 'freeze_all'].map((choice) => ({ ...from, to_x: own.x, to_y: own.y, choice }));
    const walls = free.map((to_x) => ({ drop: 'wall', to_x, to_y: 1 }));
    return { pieces, possible_moves: [...spells, ...walls], additional_data: null, status: 'running', ...more };
  };
  function startingState() {
    const pieces = [{ color: 'white', name: 'wizard', x: 0, y: 0 }, { color: 'black', name: 'wizard', x: 2, y: 2 }];
    const said = { message: 'White, cast a spell.', highlights: [{ x: 1, y: 1 }] };
    return { version: 2, name: 'Wizards', board: { files: 3, ranks: 3 }, kinds, ply_cap: 9, ...state(pieces, 'white', said) };
  }
  function makeMove(pieces, move, turn) {
    if (move.choice === 'burn') {
      return { pieces, possible_moves: [], additional_data: null, status: 'draw', reason: 'everything burned' };
    }
    const mover = turn === 'white' ? 'black' : 'white';
    const wall = { color: mover, name: 'wall', x: move.to_x, y: move.to_y };
    if (move.drop) return state([...pieces, wall], turn, { message: 'A wall!' });
    return state(pieces, mover, { next_turn: mover, message: 'Frozen: again.' });
  }`;

test('the page shows pictures, messages, marks, drops, choices, several moves in a turn, and the end of a script', async () => {
  const anna = await testServer.player({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await playBoth(anna, WIZARD);
  await anna.sees('White, cast a spell.');
  await anna.page.locator('.board .mark').waitFor();
  const picture = await anna.page
    .locator('cg-board piece.white')
    .evaluate((piece) => decodeURIComponent(getComputedStyle(piece).backgroundImage));
  expect(picture).toContain('🧙');

  await anna.press('wall, 1 in hand');
  await anna.click('b2');
  expect(await anna.movesPlayed(1)).toBe('wall@b2');
  await anna.sees('A wall!');
  expect(await anna.page.locator('.board .mark').count()).toBe(0);

  await anna.click('c3', 'c3');
  await anna.page.getByRole('dialog', { name: 'What should this move do?' }).waitFor();
  await anna.press('freeze all');
  expect(await anna.movesPlayed(2)).toBe('c3c3=freeze_all');
  await anna.sees('Frozen: again.');
  await anna.sees('Black to move.');

  await anna.press('First position');
  await anna.sees('White, cast a spell.');
  await anna.press('Return to current');
  await anna.click('c3', 'c3');
  await anna.press('burn');
  await anna.sees('Everything burned.');
  expect(anna.browserErrors).toEqual([]);
});

/** Fails at the fifth ply of one game in sixty thousand, so that the check does not find it. */
const RARE = `
  const moves = (pieces, turn) => pieces.filter(({ color }) => color === turn).flatMap(({ x, y }) =>
    Array.from({ length: 10 }, (_, to_x) => ({ from_x: x, from_y: y, to_x, to_y: y })).filter(({ to_x }) => to_x !== x));
  function startingState() {
    const pieces = [{ color: 'white', name: 'king', x: 0, y: 0 }, { color: 'black', name: 'king', x: 0, y: 1 }];
    const state = { pieces, possible_moves: moves(pieces, 'white'), additional_data: '', status: 'running' };
    return { version: 2, name: 'Rare', board: { files: 10, ranks: 2 }, ply_cap: 12, ...state };
  }
  function makeMove(pieces, move, turn, data) {
    const played = data + move.to_x;
    if (played === '99887') throw new Error('nobody thought of this');
    const after = pieces.map((one) => (one.color === turn ? one : { ...one, x: move.to_x }));
    return { pieces: after, possible_moves: moves(after, turn), additional_data: played, status: 'running' };
  }`;

test('a script that fails in a game lets the player try another move, and the third failure ends the game', async () => {
  const anna = await testServer.player();
  await playBoth(anna, RARE);
  for (const [i, move] of ['a1j1', 'a2j2', 'j1i1', 'j2i2'].entries()) {
    await anna.typeMove(move);
    await anna.movesPlayed(i + 1);
  }
  await anna.click('i1', 'h1');
  await anna.sees(/The rules of this variant failed at this move: .*nobody thought of this.* try it 2 more times/);
  await anna.typeMove('i1h1');
  await anna.sees(/try it once more/);
  await anna.typeMove('i1h1');
  await anna.sees(/The rules of this variant failed, so there is no winner\. .*nobody thought of this/);
  expect(anna.browserErrors).toEqual([]);
});
