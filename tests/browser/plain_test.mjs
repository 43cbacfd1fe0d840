// A game that the page has no folder for can be played at once: games of the server, under names that no page knows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertFits, openParlor, part, playBot, untilTurn, visitor } from './parlor.mjs';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark' };

const { server, browser } = await openParlor('--seed', '7');

/** A visitor to whose page a game of the server is called otherwise. */
async function stranger(game, alias, where = '/', options = {}) {
  const page = await visitor(browser, server, where, options);
  const renamed = (from, to) => (frame) => frame.replaceAll(`"game":"${from}"`, `"game":"${to}"`);
  await page.routeWebSocket(/\/ws/, (socket) => {
    const behind = socket.connectToServer();
    socket.onMessage((frame) => behind.send(renamed(alias, game)(frame)));
    behind.onMessage((frame) => socket.send(renamed(game, alias)(frame)));
  });
  await page.reload();
  await page.locator('.dot.on').waitFor();
  return page;
}

const moves = (page) => page.getByRole('group', { name: 'Your moves' });
const move = (page, name) => moves(page).getByRole('button', { name, exact: true });
const stands = (page, name) => page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');

test('from the hall to a table, by mouse and by keyboard, and to its replay', async () => {
  const page = await stranger('chess', 'tarot');
  await playBot(page, 'Tarot');
  await untilTurn(page);
  assert.equal(await page.title(), '● Tarot – Parlor');
  assert.match(await stands(page, 'Fen').innerText(), /^rnbqkbnr\//);
  assert.equal(await moves(page).getByRole('button').count(), 20);
  await move(page, 'e4').click();
  await page.waitForFunction(() => document.querySelectorAll('aside .move').length === 2);
  await untilTurn(page);
  assert.match(await page.locator('aside .move').first().innerText(), /^e4$/);
  assert.ok(await page.evaluate(() => document.activeElement.matches('[data-rest]')), 'the focus stays with the moves');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('aside .move').length === 4);

  const hall = await stranger('chess', 'tarot');
  await hall.locator('.picture', { hasText: 'Fen' }).waitFor();
  await hall.getByText('Tarot, 4 moves').waitFor();
  await hall.getByRole('link', { name: /Watch/ }).click();
  await stands(hall, 'Fen').waitFor();
  assert.equal(await moves(hall).count(), 0, 'who watches has no moves');

  await page.getByRole('button', { name: 'Leave the game' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the game' }).click();
  await page.getByText(/Tarot: .* left/).waitFor();
  await page.getByRole('link', { name: /Replay/ }).click();
  await page.getByRole('heading', { name: 'Replay of Tarot' }).waitFor();
  const fen = stands(page, 'Fen');
  assert.match(await fen.innerText(), / w KQkq - 0 1$/);
  await page.getByRole('button', { name: 'Next' }).click();
  assert.match(await fen.innerText(), /4P3/);
  assert.deepEqual(await page.locator('a[download]').allInnerTexts(), ['JSON']);
  await assertAccessible(page, 'the replay');
  await part(page, hall);
});

for (const [name, options] of [['a phone, dark', PHONE], ['a desk, light', {}], ['a flat screen', { viewport: { width: 844, height: 390 } }]]) {
  test(`${name}: a board of texts is a grid of cells, everything fits, axe finds nothing serious`, async () => {
    const page = await stranger('shelfie', 'halma', '/', options);
    await assertFits(page, 'hall');
    await assertAccessible(page, 'hall');
    await playBot(page, 'Halma');
    await untilTurn(page);
    await assertFits(page, 'table');
    await assertAccessible(page, 'table');
    const cells = page.getByRole('grid', { name: 'Board' }).getByRole('gridcell');
    assert.equal(await cells.count(), 81);
    await page.locator('[role="gridcell"][tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^row 2, column 2, /);
    assert.equal(await stands(page, 'Phase').innerText(), 'select');
    await moves(page).getByRole('button').first().click();
    await stands(page, 'Phase').filter({ hasText: /order|column/ }).waitFor();
    await part(page);
  });
}

test('where no moves are listed they are typed', async () => {
  const page = await stranger('scrabble', 'ludo');
  await playBot(page, 'Ludo');
  await untilTurn(page);
  const field = page.getByLabel('Type a move');
  await field.fill('nonsense');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('[data-rest]').value === 'nonsense');
  await field.fill('pass');
  await page.keyboard.press('Enter');
  await page.locator('aside .move', { hasText: /pass/i }).first().waitFor();
  await assertAccessible(page, 'table');
  await part(page);
});
