// For everybody: narrow screens, the keyboard alone, and what axe finds on every page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pass, square } from './moves.mjs';
import { assertAccessible, assertFits, giveUp, meet, onTurn, openParlor, playBot, Server, untilTurn, visitor } from './parlor.mjs';

const GAMES = ['Chess', 'Scrabble', 'Spectrangle', 'My Shelfie'];

const { server, browser } = await openParlor();

for (const [name, options] of [
  ['a phone, dark', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark' }],
  ['a desktop, light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
]) {
  test(`${name}: every page fits and axe finds nothing serious`, async () => {
    const page = await visitor(browser, server, '/', options);
    await page.getByRole('button', { name: 'Play Chess against the computer' }).click();
    await assertFits(page, 'hall');
    await assertAccessible(page, 'hall');
    await page.reload();
    for (const game of GAMES) {
      await page.goto(server.address);
      await playBot(page, game);
      await onTurn([page]);
      await assertFits(page, game);
      await assertAccessible(page, game);
      await page.getByRole('button', { name: /Resign|Leave the game/ }).click();
      await assertAccessible(page, `${game}, asked whether to leave`);
      await giveUp(page);
    }
    await page.getByRole('link', { name: /Replay/ }).first().click();
    await page.getByRole('button', { name: 'Last' }).waitFor();
    await assertFits(page, 'replay');
    await assertAccessible(page, 'replay');
    const other = await visitor(browser, server, '/join/chess/nowhere?options=&seats=5', options);
    await other.getByText('cannot be joined').waitFor();
    await other.goto(`${server.address}/join/chess/somewhere?options=&seats=2`);
    await other.getByRole('heading', { name: 'Waiting for Chess' }).waitFor();
    await assertFits(other, 'join');
    await assertAccessible(other, 'join');
    for (const each of [page, other]) {
      assert.deepEqual(each.complaints, []);
      await each.context().close();
    }
  });
}

/** Tab until the focus is on something with this name. */
async function tabTo(page, name) {
  for (let times = 0; times < 80; ++times) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
    });
    if (name.test(here)) return;
  }
  assert.fail(`the keyboard does not reach ${name}`);
}

test('from the hall into a game of chess and a move, with the keyboard alone', async () => {
  const page = await visitor(browser, server);
  await tabTo(page, /Chess.*against the computer/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Simple/i);
  await page.keyboard.press('Enter');
  await onTurn([page]);
  const moves = await page.locator('.move').count();
  await tabTo(page, /^[a-h][1-8], /);
  // From wherever the focus is to a pawn of one's own, and two squares ahead.
  const white = (await page.locator('.badge', { hasText: 'White' }).locator('xpath=ancestor::li').innerText()).includes('(you)');
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('data-square'));
  const go = async (target) => {
    for (let steps = 0; steps < 14 && (await focused()) !== target; ++steps) {
      const [file, rank] = await focused();
      const up = rank < target[1] === white;
      const right = file < target[0] === white;
      await page.keyboard.press(rank !== target[1] ? (up ? 'ArrowUp' : 'ArrowDown') : right ? 'ArrowRight' : 'ArrowLeft');
    }
    assert.equal(await focused(), target);
  };
  await go(white ? 'd2' : 'd7');
  await page.keyboard.press('Enter');
  await go(white ? 'd3' : 'd6');
  await page.keyboard.press('Enter');
  await page.waitForFunction((count) => document.querySelectorAll('.move').length > count, moves);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a turn of Spectrangle and of My Shelfie with the keyboard alone', async () => {
  const page = await visitor(browser, server);
  await playBot(page, 'Spectrangle');
  await onTurn([page]);
  let offered = 0;
  for (let tile = 1; tile <= 4 && !offered; ++tile) {
    await page.keyboard.press(String(tile));
    offered = await page.locator('.offer').count();
  }
  if (offered) {
    await page.locator('.offer').first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.move').length > 0);
  }
  await page.getByRole('button', { name: 'Leave the game' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the game' }).press('Enter');
  await playBot(page, 'My Shelfie');
  await onTurn([page]);
  await page.locator('.offer').first().focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /^Take 1/ }).press('Enter');
  await page.locator('[data-column]').first().press('Enter');
  await page.waitForFunction(() => {
    const says = document.querySelector('.status').textContent;
    return says !== '' && (says !== 'Your turn' || !document.querySelector('[data-column]'));
  });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** The letters of the rack, '?' for a blank. */
const lettersOf = (page) =>
  page.locator('.rack button').evaluateAll((tiles) => tiles.map((tile) => (/^blank/.test(tile.getAttribute('aria-label')) ? '?' : tile.getAttribute('aria-label').charAt(0).toUpperCase())));

const laid = (page) => page.locator('[aria-label*="not yet played"]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

/** Presses the button that the keyboard is led to. */
async function press(page, name) {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

test('a game of Scrabble with the keyboard alone', async () => {
  const own = await Server.start('--seed', '18'); // who begins has a blank and the letters of RADIO
  const pages = [await visitor(browser, own), await visitor(browser, own)];
  await meet(...pages, 'Scrabble');
  const page = await onTurn(pages);
  const other = pages.find((one) => one !== page);
  assert.deepEqual((await lettersOf(page)).sort(), [...'?ADEIOR']);

  // Letters go where the arrow points; it turns with the space bar, and the arrow keys move it.
  await tabTo(page, /^H8/);
  await page.keyboard.type('or');
  assert.deepEqual(await laid(page), ['H8, O, not yet played', 'I8, R, not yet played']);
  await page.keyboard.press('Backspace');
  assert.deepEqual(await laid(page), ['H8, O, not yet played']);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('re');
  assert.deepEqual(await laid(page), ['H8, O, not yet played', 'H9, R, not yet played', 'H10, E, not yet played']);
  await page.locator('.verdict', { hasText: '+' }).waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(await laid(page), []);
  assert.equal((await lettersOf(page)).length, 7);

  // A letter that one does not have is said so; Shift takes the blank.
  await goTo(page, 'H5');
  await page.keyboard.press('Shift+Q');
  assert.deepEqual(await laid(page), ['H5, Q, a blank, not yet played']);
  await page.keyboard.press('Shift+Q');
  await page.locator('.verdict', { hasText: 'You have no blank' }).waitFor();
  await page.keyboard.press('z');
  await page.locator('.verdict', { hasText: 'You have no Z' }).waitFor();
  await press(page, /^Recall$/);
  assert.deepEqual(await laid(page), []);

  // The rack in another order: by chance, and tile by tile.
  await press(page, /^Shuffle$/);
  const before = await lettersOf(page);
  assert.deepEqual([...before].sort(), [...'?ADEIOR']);
  await page.locator('.rack button').first().focus();
  await page.keyboard.press('Shift+ArrowRight');
  assert.deepEqual(await lettersOf(page), [before[1], before[0], ...before.slice(2)]);

  // A word that ends with the blank, played with Enter.
  await tabTo(page, /^[A-O]\d/);
  await goTo(page, 'H5');
  await page.keyboard.type('radio');
  await page.keyboard.press('Shift+S');
  await page.locator('.verdict', { hasText: /RADIOs? \+\d/i }).waitFor();
  await page.keyboard.press('Enter');
  await other.locator('.move', { hasText: /H5 RADIOs/ }).waitFor();
  assert.match(await square(other, 9 * 15 + 7).getAttribute('aria-label'), /^H10, S, a blank/);

  // Off turn the rack can be arranged, and tiles laid; nothing is played.
  await tabTo(page, /^Shuffle$/);
  await page.keyboard.press('Enter');
  await pass(other);
  await untilTurn(page);

  // An exchange of one tile.
  await press(page, /^Exchange$/);
  await tabTo(page, /^([A-Z]|blank)$/);
  await page.keyboard.press('Space');
  await press(page, /^Exchange 1/);
  await page.locator('.move', { hasText: 'exchanged 1' }).waitFor();
  assert.equal((await lettersOf(page)).length, 7);
  for (const each of pages) {
    assert.deepEqual(each.complaints, []);
    await each.context().close();
  }
  await own.stop();
});

/** Moves the cursor on the board of Scrabble to a square. */
async function goTo(page, name) {
  const here = () => page.evaluate(() => document.activeElement.getAttribute('aria-label').split(',')[0]);
  for (let steps = 0; steps < 30 && (await here()) !== name; ++steps) {
    const at = await here();
    const [column, row] = [at.charAt(0), Number(at.slice(1))];
    const [wantedColumn, wantedRow] = [name.charAt(0), Number(name.slice(1))];
    await page.keyboard.press(row !== wantedRow ? (row < wantedRow ? 'ArrowDown' : 'ArrowUp') : column < wantedColumn ? 'ArrowRight' : 'ArrowLeft');
  }
  assert.equal(await here(), name);
}

test('the policy lets nothing in from elsewhere, and pages are small', async () => {
  const page = await visitor(browser, server);
  const answer = await page.request.get(server.address);
  assert.match(answer.headers()['content-security-policy'], /default-src 'self'/);
  const kilobytes = async () =>
    page.evaluate(() => performance.getEntriesByType('resource').reduce((sum, entry) => sum + (entry.encodedBodySize ?? 0), 0) / 1024);
  const hall = await kilobytes();
  assert.ok(hall > 10 && hall < 150, `the hall takes ${hall} KB`);
  for (const game of GAMES) {
    const before = await kilobytes();
    await playBot(page, game);
    await onTurn([page]);
    const board = (await kilobytes()) - before;
    assert.ok(board < 100, `${game} takes ${board} KB more`);
    await page.getByRole('button', { name: /Resign|Leave the game/ }).click();
    await giveUp(page);
  }
  await page.context().close();
});
