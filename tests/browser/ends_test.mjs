// How games end: resigning, leaving, the wish for another game, and what is said of it on every page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, meet, openParlor, part, playBot, rename, result, untilOver, untilTurn, visitor, Wire } from './parlor.mjs';

const { server, browser } = await openParlor();

/** Two with these names; the first has made the table. */
async function pair(game, ...names) {
  const pages = [];
  for (const name of names) {
    pages.push(await visitor(browser, server));
    await rename(pages.at(-1), name);
  }
  await meet(...pages, game);
  return pages;
}

async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
}

const numberOf = (page) => Number(new URL(page.url()).pathname.split('/')[2]);
const ending = (page) => page.getByRole('region', { name: 'The end of the game' });
const again = (page) => page.getByRole('button', { name: 'Play again' });

test('who resigns stays, and page, list, replay and file say so', async () => {
  const [anna, bert] = await pair('Chess', 'anna', 'bert');
  const table = numberOf(anna);
  await resign(anna);
  assert.equal(await untilOver(anna), 'You resigned, bert wins');
  assert.equal(await untilOver(bert), 'anna resigned, you win');
  assert.equal(await result(bert).innerText(), 'anna resigned, you win');
  assert.equal(numberOf(anna), table, 'still at the table');
  await anna.locator('.move', { hasText: 'resigned' }).waitFor();
  await assertAccessible(anna, 'the end of a game');

  const watcher = await visitor(browser, server);
  const row = watcher.getByRole('listitem').filter({ hasText: 'anna · bert' });
  await row.filter({ hasText: 'anna resigned, bert wins' }).waitFor();
  await row.getByRole('link', { name: `Replay table ${table}` }).click();
  await watcher.getByText('anna resigned, bert wins').first().waitFor();
  const file = await (await watcher.request.get(`${server.address}/export/${table}.pgn`)).text();
  assert.match(file, /\[Result "0-1"\]\n\[Termination "normal"\]/);
  assert.match(file, /\{White resigned, Black wins\} 0-1\n$/);
  await part([anna, bert, watcher]);
});

test('the wish for another game is seen at once; colours swap; it can be declined', async () => {
  const [anna, bert] = await pair('Chess', 'anna', 'bert');
  const first = numberOf(anna);
  await untilTurn(anna);
  await resign(bert);
  await again(bert).click();
  await ending(anna).getByText('bert wants another game').waitFor();
  await anna.waitForFunction(() => [...document.querySelectorAll('[aria-live]')].some((live) => /bert wants another game/.test(live.textContent)));
  await assertAccessible(anna, 'the wish for another game');
  await again(anna).click();
  for (const page of [anna, bert]) await page.waitForFunction((before) => location.pathname !== `/table/${before}`, first);
  await untilTurn(bert); // so bert is White

  await resign(bert);
  await again(anna).click();
  await ending(bert).getByRole('button', { name: 'Decline' }).click();
  await ending(anna).getByText('bert does not want another game').waitFor();
  assert.ok(await again(bert).isDisabled());
  await part([anna, bert]);
});

test('who has gone is named, and there is no rematch', async () => {
  const [anna, bert] = await pair('Chess', 'anna', 'bert');
  await resign(anna);
  await untilOver(bert);
  await bert.getByRole('button', { name: 'To the hall' }).click();
  await ending(anna).getByText('bert has gone; no rematch').waitFor();
  assert.ok(await again(anna).isDisabled());
  await part([anna, bert]);
});

test('who makes a table chooses the colour', async () => {
  const anna = await visitor(browser, server);
  await rename(anna, 'anna');
  const bert = await visitor(browser, server);
  await rename(bert, 'bert');
  await anna.getByRole('combobox', { name: /^Game/ }).selectOption({ label: 'Chess' });
  await anna.getByRole('combobox', { name: /^Colour/ }).selectOption({ label: 'Black' });
  await anna.getByRole('button', { name: /Create, and wait/ }).click();
  await bert.getByRole('button', { name: /Join Chess/ }).click();
  await untilTurn(bert); // so bert is White

  const cleo = await visitor(browser, server);
  await cleo.getByRole('button', { name: 'Play Chess against the computer' }).click();
  await cleo.getByLabel('Your colour').selectOption({ label: 'Play Black' });
  await cleo.getByRole('group', { name: 'Level of the computer' }).getByRole('button').first().click();
  await cleo.locator('.move').first().waitFor();
  await untilTurn(cleo);
  await part([anna, bert, cleo]);
});

test('against the computer: resigned, and again with the other colour', async () => {
  const anna = await visitor(browser, server);
  await playBot(anna, 'Chess');
  const first = numberOf(anna);
  await untilTurn(anna);
  await resign(anna);
  assert.match(await untilOver(anna), /^You resigned, .* wins$/);
  assert.equal(await ending(anna).getByText('wants another game').count(), 0, 'it always does');
  await again(anna).click();
  await anna.waitForFunction((before) => location.pathname !== `/table/${before}`, first);
  await anna.locator('.move').first().waitFor();
  await untilTurn(anna);
  await part([anna]);
});

test('a wire player hears of a resignation what they hear of a player who leaves', async () => {
  const wire = await Wire.dial(server, 'chess');
  const cleo = await visitor(browser, server);
  await rename(cleo, 'cleo');
  await cleo.getByRole('button', { name: /Join Chess/ }).click();
  await wire.hear(/^COLOR WHITE$/);
  wire.say('MOVE 4 1 4 3');
  await untilTurn(cleo);
  await resign(cleo);
  assert.match(await untilOver(cleo), /^You resigned, .* wins$/);
  await wire.closed;
  assert.deepEqual(wire.lines, []);
  await ending(cleo).getByText('has gone; no rematch').waitFor();
  await part([cleo]);
});

test('who leaves Scrabble loses against who stays', async () => {
  const [dora, emil] = await pair('Scrabble', 'dora', 'emil');
  await dora.getByRole('button', { name: 'Leave the game' }).click();
  await dora.getByRole('dialog').getByText('Leaving loses it.').waitFor();
  await dora.getByRole('dialog').getByRole('button', { name: 'Leave the game' }).click();
  assert.equal(await untilOver(emil), 'dora left, you win');
  await ending(emil).getByText('dora has gone; no rematch').waitFor();
  await dora.getByRole('listitem').filter({ hasText: 'Scrabble: dora left, emil wins' }).waitFor();
  await part([dora, emil]);
});
