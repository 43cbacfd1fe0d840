// Clocks, draws offered and moves taken back, between two browsers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertFits, openParlor, part, playBot, rename, untilMoves, untilOver, untilTurn, visitor } from './parlor.mjs';

const { server, browser } = await openParlor();

async function say(page, move) {
  await untilTurn(page);
  const before = await page.locator('.table').getAttribute('data-seq');
  await page.getByLabel('Type a move').fill(move);
  await page.keyboard.press('Enter');
  // Not by whose turn it is: the computer may have answered before anybody looks.
  await page.waitForFunction((seq) => document.querySelector('.table')?.getAttribute('data-seq') !== seq, before);
}

/** Two at a table of chess with a clock that one of them chose. */
async function meetWith(choose, badge) {
  const pages = [await visitor(browser, server), await visitor(browser, server)];
  const [host, guest] = pages;
  await host.getByRole('combobox', { name: /^Game/ }).selectOption({ label: 'Chess' });
  await choose(host);
  await host.getByRole('button', { name: /Create, and wait/ }).click();
  if (badge) await guest.getByRole('listitem').filter({ hasText: badge }).first().waitFor();
  await guest.getByRole('button', { name: /Join Chess/ }).click();
  await Promise.all(pages.map((page) => page.locator('.table').waitFor()));
  return pages;
}

const usual = (rule) => (page) => page.getByRole('combobox', { name: /^Clock/ }).selectOption(rule);
const clocks = (page) => page.getByRole('timer').allInnerTexts();

/** Waits until less than ten minutes are left to a seat. */
const untilRuns = (page, seat) =>
  page.waitForFunction((at) => /^[89]:/.test(document.querySelectorAll('[role="timer"]')[at]?.textContent.trim() ?? ''), seat);

const question = (page) => page.getByRole('alertdialog');

test('clocks run for whoever is to move; a draw is declined, then taken', async () => {
  const [host, guest] = await meetWith(usual('600+5'), '10 min + 5 s');
  await rename(guest, 'Gerda');
  assert.deepEqual(await clocks(guest).then((texts) => texts.length), 2);
  await untilRuns(host, 0);
  assert.equal((await clocks(host))[1].trim(), '10:00', 'the other does not run');
  await say(host, 'e4');
  await untilRuns(guest, 1);
  const rested = (await clocks(guest))[0];
  await guest.waitForTimeout(1200);
  assert.equal((await clocks(guest))[0], rested, 'nor who has moved');
  await assertAccessible(host, 'a table with clocks');

  await host.getByRole('button', { name: 'Offer a draw' }).click();
  await host.getByText('You offer a draw').waitFor();
  await question(guest).waitFor();
  assert.match(await question(guest).innerText(), /offers a draw/);
  await assertAccessible(guest, 'an offer');
  await question(guest).getByRole('button', { name: 'Decline' }).click();
  await host.getByText('was declined').first().waitFor();
  await host.getByRole('button', { name: 'Offer a draw' }).waitFor();
  await say(guest, 'e5');
  await host.getByRole('button', { name: 'Offer a draw' }).click();
  await question(guest).waitFor();
  await guest.reload(); // who comes back is asked again
  await question(guest).getByRole('button', { name: 'Accept' }).click();
  for (const page of [host, guest]) assert.equal(await untilOver(page), 'A draw by agreement');
  const stood = await clocks(host);
  await host.waitForTimeout(1200);
  assert.deepEqual(await clocks(host), stood, 'no time runs after the end');
  await part([host, guest]);
});

test('moves are taken back by consent, and an offer can be withdrawn', async () => {
  const pages = await meetWith(async () => {});
  const [host, guest] = pages;
  assert.deepEqual(await clocks(host), [], 'no clock was chosen');
  const back = host.getByRole('button', { name: 'Take back' });
  assert.equal(await back.isDisabled(), true, 'there is no move yet');
  await say(host, 'e4');
  await back.click();
  await host.getByRole('button', { name: 'Withdraw' }).click();
  await guest.getByText('was withdrawn').first().waitFor();
  await say(guest, 'd5');
  await say(host, 'exd5');
  await back.click();
  await question(guest).getByRole('button', { name: 'Accept' }).click();
  await untilTurn(host);
  for (const page of pages) await untilMoves(page, 'e4', 'd5');
  await say(host, 'e5');
  for (const page of pages) await untilMoves(page, 'e4', 'd5', 'e5');
  await part(pages);
});

test('whose time is up has lost, and a replay tells the time', async () => {
  const [host, guest] = await meetWith(async (page) => {
    await page.getByRole('combobox', { name: /^Clock/ }).selectOption('turn');
    await page.getByLabel('Seconds for each turn').fill('3');
  }, '3 s a turn');
  assert.match((await clocks(host))[0], /!/, 'that time is short is not told by colour alone');
  assert.match(await untilOver(guest), / ran out of time, you win$/);
  assert.match(await untilOver(host), /^You ran out of time, .* wins$/);
  await host.getByRole('link', { name: 'Replay' }).click();
  await host.getByRole('button', { name: 'Last', exact: true }).click();
  await host.waitForFunction(() => document.querySelector('[role="timer"]')?.textContent.includes('0.0'));
  await host.setViewportSize({ width: 360, height: 740 });
  await assertFits(host, 'a replay with clocks on a phone');
  await part([host, guest]);
});

test('the computer gives moves back', async () => {
  const page = await visitor(browser, server);
  await playBot(page, 'Chess');
  await say(page, 'e4');
  await untilTurn(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.pairs .move').length === 0);
  await untilTurn(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await assertFits(page, 'offers on a phone');
  await part([page]);
});
