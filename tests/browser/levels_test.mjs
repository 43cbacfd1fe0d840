// Levels of the computer: each with its sentence, one proposed from the middle, and the last one remembered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertFits, openParlor, visitor } from './parlor.mjs';

const GAMES = ['Chess', 'Scrabble', 'Spectrangle', 'My Shelfie'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const { server, browser } = await openParlor();

const open = (page, game) => page.getByRole('button', { name: `Play ${game} against the computer` }).click();
const levels = (page) => page.getByRole('group', { name: 'Level of the computer' }).getByRole('button');
const proposed = (page) => levels(page).filter({ has: page.locator('em', { hasText: /last time|to begin with/ }) });

async function leave(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

/** Somebody new who finds the levels that this browser has kept; whoever leaves a game would be led back to it. */
async function comeAgain(page) {
  const { origins } = await page.context().storageState();
  for (const origin of origins) origin.localStorage = origin.localStorage.filter(({ name }) => name.startsWith('parlor.level.'));
  await leave(page);
  return visitor(browser, server, '/', { storageState: { cookies: [], origins } });
}

test('on a phone every level says what it does, and one of the middle is proposed', async () => {
  const page = await visitor(browser, server, '/', PHONE);
  for (const game of GAMES) {
    await open(page, game);
    await page.getByText(`${game}: how well should`).waitFor();
    const sentences = levels(page).locator('small');
    const count = await levels(page).count();
    assert.ok(count >= 4, `${game} has ${count} levels`);
    assert.equal(await sentences.count(), count);
    for (const sentence of await sentences.all()) {
      assert.ok(await sentence.isVisible(), game);
      assert.notEqual(await sentence.innerText(), '', game);
    }
    const names = await levels(page).locator('strong').allInnerTexts();
    assert.equal(await proposed(page).locator('strong').innerText(), names[Math.floor((count - 1) / 2)], game);
    assert.ok(await proposed(page).evaluate((button) => button === document.activeElement), 'Enter plays it');
    await assertFits(page, `levels of ${game}`);
  }
  await assertAccessible(page, 'levels');
  await leave(page);
});

test('the level is remembered for each game, in the quick start and for tables of one\'s own', async () => {
  let page = await visitor(browser, server);
  await open(page, 'Spectrangle');
  await levels(page).filter({ hasText: 'strongest' }).click();
  await page.locator('.table').waitFor();
  assert.match(await page.locator('.table').innerText(), /search bot/);
  page = await comeAgain(page);
  await open(page, 'Spectrangle');
  assert.match(await proposed(page).innerText(), /^Search\s+last time/);
  await open(page, 'Chess');
  assert.match(await proposed(page).innerText(), /to begin with/);
  const choice = page.getByRole('combobox', { name: 'Level of bot 1' });
  for (const [game, level] of [['Spectrangle', 'search'], ['Chess', 'regular']]) {
    await page.getByRole('combobox', { name: /^Game/ }).selectOption({ label: game });
    await page.getByRole('button', { name: 'Add a bot' }).click();
    assert.equal(await choice.inputValue(), level);
  }
  await choice.selectOption('beginner');
  const sentence = await page.locator('#bot-0').innerText();
  assert.match(sentence, /overlooked/);
  assert.equal(await choice.evaluate((select) => document.getElementById(select.getAttribute('aria-describedby')).innerText), sentence);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.table').waitFor();
  page = await comeAgain(page);
  await open(page, 'Chess');
  assert.match(await proposed(page).innerText(), /^Beginner\s+last time/);
  await leave(page);
});
