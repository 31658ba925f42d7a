import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Player } from './player.js';
import { eventually, openTestServer } from './test-server.js';

const testServer = openTestServer();
const template = readFileSync(new URL('../examples/templates/template.json', import.meta.url), 'utf8');
const source = ({ page }: Player) => page.getByLabel('Source of the variant');
const isChosen = ({ page }: Player, name: string) => page.getByRole('radio', { name, exact: true }).isChecked();

test('every page links its source code and licences', async () => {
  const anna = await testServer.player();
  await testServer.openStartPage(anna);
  const links = await anna.page.getByRole('contentinfo').getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual(['/source', '/licenses']);
  for (const path of addresses) expect((await fetch(testServer.server.url + path)).status).toBe(200);
});

test('a public variant is found by description and author, read, forked, and made private again', async () => {
  const [anna, bert] = [await testServer.player(), await testServer.player()];
  await testServer.openStartPage(anna);
  await testServer.openStartPage(bert);
  await anna.page.request.patch(`${testServer.server.url}/api/me`, { data: { name: 'Annabel' } });
  const cupboard = template.replace('What it is about, in a sentence.', 'Knights in a cupboard.');
  await anna.page.goto(`${testServer.server.url}/rules`);
  await anna.sees("You haven't created a variant yet.");
  await anna.page.getByRole('link', { name: 'Create a variant' }).click();
  await anna.page
    .getByLabel('Source file')
    .setInputFiles({ name: 'cupboard.json', mimeType: 'application/json', buffer: Buffer.from(cupboard) });
  await eventually(() => isChosen(anna, 'JSON (no code)')).toBe(true);
  await anna.page.getByLabel('Name').fill('Cupboard chess');
  await anna.page.getByRole('radio', { name: 'Everyone' }).check();
  await anna.press('Check and save');
  await anna.page.getByRole('heading', { name: 'Cupboard chess' }).waitFor();

  await bert.page.getByRole('link', { name: 'Variants', exact: true }).click();
  const search = bert.page.getByRole('searchbox');
  await search.fill('dragons');
  await bert.sees('Nothing matches “dragons”.');
  await search.fill('cupBOARD annabel knights');
  await bert.page.getByRole('link', { name: /Cupboard chess/ }).click();
  await bert.sees('Knights in a cupboard.');
  await bert.page.getByText('Source', { exact: true }).click();
  await bert.sees('"letter": "p"');
  await bert.page.getByLabel('Name of your fork').fill('Wardrobe chess');
  await bert.press('Fork this variant');
  await bert.page.getByRole('heading', { name: 'Wardrobe chess' }).waitFor();
  await bert.sees(/Fork of Cupboard chess by .Annabel/);
  await bert.page.getByRole('link', { name: 'Edit' }).click();
  await eventually(() => source(bert).inputValue()).toBe(cupboard);

  await anna.page.getByRole('radio', { name: 'Only me' }).check();
  await anna.sees('Only you can start games.');
  await bert.page.goto(anna.page.url());
  await bert.sees('Private variant');
  expect([...anna.browserErrors, ...bert.browserErrors]).toEqual([]);
});

test('the list of variants is requested once, and *Show more* adds to it', async () => {
  const [anna, bert] = [await testServer.player(), await testServer.player()];
  await testServer.openStartPage(anna);
  for (const title of ['Shelf chess', 'Drawer chess']) {
    const shelf = template.replace('"My game"', `"${title}"`);
    await testServer.post(anna, '/api/rulesets', { format: 'json', source: shelf, visibility: 'public' });
  }
  // The page requests thirty at a time; a limit of one saves the test from uploading thirty.
  const requests: string[] = [];
  await bert.page.route(/rulesets\/written/, async (route) => {
    requests.push(route.request().url());
    await route.continue({ url: route.request().url().replace('limit=30', 'limit=1') });
  });
  await bert.page.clock.install();
  await bert.page.goto(`${testServer.server.url}/rules`);
  const listed = bert.page.getByRole('link', { name: / chess/ });
  await eventually(() => listed.count()).toBe(1);
  await bert.press('Show more');
  await eventually(() => listed.count()).toBe(2);
  await bert.page.clock.runFor(10_000);
  expect(await listed.count()).toBe(2);
  await bert.page.getByRole('searchbox').fill('dragons');
  await bert.page.clock.runFor(1000);
  await bert.sees('Nothing matches “dragons”.');
  expect(requests, 'own and others, one more page, own and others').toHaveLength(2 + 1 + 2);
});

test('the guides open in the page', async () => {
  const anna = await testServer.player();
  await anna.page.goto(`${testServer.server.url}/write`);
  await anna.page.getByText('Script reference').click();
  const opened = anna.page.waitForEvent('popup');
  await anna.page.getByRole('link', { name: 'Guide to writing scripts' }).click();
  const tab = await opened;
  await tab.getByRole('heading', { name: 'Rules that you write' }).waitFor();
  await eventually(() => tab.title()).toBe('Rules that you write · Chessmith');
  await tab.getByRole('link', { name: 'with curl' }).click();
  await tab.waitForURL('**/docs/api#upload-your-own-rules');
  await eventually(() =>
    tab
      .locator('[id="upload-your-own-rules"]')
      .evaluate((heading) => Math.abs(heading.getBoundingClientRect().top) < 100),
  ).toBe(true);
  await tab.goto(`${testServer.server.url}/docs/nothing`);
  await tab.getByRole('heading', { name: 'Page not found' }).waitFor();
  await anna.page.getByRole('radio', { name: 'JSON (no code)' }).check();
  expect(await anna.page.getByRole('link', { name: 'All parts with examples' }).getAttribute('href')).toBe(
    '/docs/rules',
  );
});

/** Drops a file onto the page. */
async function drop({ page }: Player, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const held = new DataTransfer();
      held.items.add(new File([text], name));
      return held;
    },
    [name, text] as const,
  );
  await page.getByRole('region', { name: 'Source', exact: true }).dispatchEvent('drop', { dataTransfer });
}

test('a draft survives another language, a file and a reload; and the keyboard leaves the editor', async () => {
  const anna = await testServer.player();
  await anna.page.goto(`${testServer.server.url}/write`);
  await eventually(() => source(anna).inputValue()).toContain('def make_move');
  await anna.page.getByRole('radio', { name: 'Prolog' }).check();
  await eventually(() => source(anna).inputValue()).toContain('make_move(Pieces');
  await source(anna).fill('mine(');
  await source(anna).press('End');
  await source(anna).press('Enter');
  await source(anna).press('Tab');
  await anna.page.keyboard.type('all)');
  expect(await source(anna).inputValue()).toBe('mine(\n        all)');
  await anna.page.getByRole('radio', { name: 'Python' }).check();
  await anna.page.reload();
  await eventually(() => source(anna).inputValue()).toBe('mine(\n        all)');
  expect(await isChosen(anna, 'Python')).toBe(true);

  await drop(anna, 'war.json', template);
  await anna.press('Cancel');
  expect(await source(anna).inputValue()).toContain('mine(');
  await drop(anna, 'war.json', template);
  await anna.press('Replace');
  await eventually(() => source(anna).inputValue()).toBe(template);
  expect(await isChosen(anna, 'JSON (no code)')).toBe(true);
  await drop(anna, 'war.json', 'x'.repeat(2 ** 20 + 1));
  await anna.sees('the limit is 1 MB');

  await source(anna).focus();
  await source(anna).press('Escape');
  await source(anna).press('Tab');
  await eventually(() => anna.page.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(anna.browserErrors).toEqual([]);
});

test('a syntax error in JSON has a line and a column', async () => {
  const anna = await testServer.player();
  await anna.page.goto(`${testServer.server.url}/write`);
  await anna.page.getByRole('radio', { name: 'JSON (no code)' }).check();
  await eventually(() => source(anna).inputValue()).toContain('"my-game"');
  await source(anna).fill(template.replace('"title": "My game",', '"title": "My game"'));
  await anna.press('Check and save');
  await anna.page.getByRole('alert').getByRole('button', { name: 'Line 4, column 3' }).waitFor();
  await source(anna).fill(template.replace('"pieces"', '"peaces"'));
  await anna.press('Check again');
  await anna.page.getByRole('alert').getByText('pieces').first().waitFor();
  await source(anna).fill(template);
  await anna.press('Check again');
  await anna.sees('The check passed');
});
