// Servers and browsers for the tests: all of them end with the test that started them.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const AXE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export const PATIENCE = 30_000; // milliseconds after which whatever was waited for counts as never coming

const BINARY = path.resolve(process.argv[2] ?? 'build/parlor');
const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
];

/** All protocols that the program knows, from its help. */
function protocols() {
  const help = spawnSync(BINARY, ['serve', '--help'], { encoding: 'utf8' }).stdout;
  const listed = help.split('Protocols and the ports')[1].split('\n\n')[0].split('\n').slice(1);
  return listed.map((line) => line.trim().split(/\s+/)[0]).filter(Boolean);
}

/** parlor serve on free ports, with a data folder of its own. */
export class Server {
  static async start(...flags) {
    const server = new Server();
    server.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parlor-browser-'));
    server.flags = flags;
    server.web = '127.0.0.1:0';
    await server.run();
    return server;
  }

  async run() {
    const listen = protocols().flatMap((name) => ['--listen', `${name}=${name === 'web' ? this.web : '127.0.0.1:0'}`]);
    const log = fs.openSync(path.join(this.folder, 'log'), 'a');
    const words = ['serve', '--data', path.join(this.folder, 'data'), '--admin', 'off', ...listen, ...this.flags];
    this.process = spawn(BINARY, words, { stdio: ['ignore', 'pipe', log] });
    this.ended = new Promise((resolve) => this.process.once('exit', resolve));
    const ready = await this.firstLine();
    assert.match(ready, /^ready /, `${ready}\n${this.log()}`);
    this.listeners = Object.fromEntries(ready.split(' ').slice(1).map((word) => word.split('=')));
    this.web = this.listeners.web;
    this.address = `http://${this.web}`;
  }

  firstLine() {
    return new Promise((resolve) => {
      let heard = '';
      this.process.stdout.on('data', (data) => {
        heard += data;
        if (heard.includes('\n')) resolve(heard.split('\n')[0]);
      });
      this.process.once('exit', () => resolve(heard));
    });
  }

  log() {
    return fs.readFileSync(path.join(this.folder, 'log'), 'utf8').slice(-3000);
  }

  async kill() {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  async stop() {
    await this.kill();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function openBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/** A server and a browser for all tests of a file; both end with them. */
export async function openParlor(...flags) {
  const server = await Server.start(...flags);
  after(() => server.stop());
  const browser = await openBrowser();
  after(() => browser.close());
  return { server, browser };
}

/** A person with a browser profile of their own, who has opened a page of the server. What the page complains of is kept. */
export async function visitor(browser, server, where = '/', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(error.message));
  page.on('console', (message) => {
    // A lost connection is logged by the browser itself; recovering from it is what is tested.
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text())) page.complaints.push(message.text());
  });
  await page.goto(server.address + where);
  await page.locator('.dot.on').waitFor();
  return page;
}

/** Everybody goes; nobody's page has complained. */
export async function part(...pages) {
  for (const page of pages.flat()) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
}

export async function rename(page, name) {
  await page.getByRole('button', { name: /Your name/ }).click();
  await page.getByLabel('Your name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Your name: ${name}` }).waitFor();
}

/** parlor bot on one of the server's protocols; `ended` is its exit code. */
export function wireBot(server, protocol, ...flags) {
  const bot = spawn(BINARY, ['bot', protocol, '--connect', server.listeners[protocol], ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  bot.heard = '';
  bot.stdout.on('data', (data) => (bot.heard += data));
  bot.stderr.on('data', (data) => (bot.heard += data));
  const end = () => bot.kill();
  process.once('exit', end);
  bot.ended = new Promise((resolve) => bot.once('exit', resolve)).finally(() => process.off('exit', end));
  return bot;
}

/** A client of a wire protocol that says and hears lines. */
export class Wire {
  static async dial(server, protocol, end = '\n') {
    const wire = new Wire();
    const [host, port] = server.listeners[protocol].split(':');
    wire.end = end;
    wire.heard = '';
    wire.lines = [];
    wire.socket = net.connect(Number(port), host);
    wire.socket.on('error', () => {});
    wire.socket.on('data', (data) => {
      const parts = (wire.heard + data).split(end);
      wire.heard = parts.pop();
      wire.lines.push(...parts);
    });
    wire.closed = new Promise((resolve) => wire.socket.once('close', resolve));
    await new Promise((resolve) => wire.socket.once('connect', resolve));
    return wire;
  }

  say(...lines) {
    this.socket.write(lines.map((line) => line + this.end).join(''));
  }

  /** The next line that looks like this; those before it are passed over. */
  async hear(pattern) {
    const deadline = Date.now() + PATIENCE;
    const before = [];
    while (Date.now() < deadline) {
      while (this.lines.length > 0) {
        const line = this.lines.shift();
        if (pattern.test(line)) return line;
        before.push(line);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`${pattern} was not heard, only ${JSON.stringify(before)}`);
  }

  hangUp() {
    this.socket.destroy();
  }
}

/** From the hall to a game against the computer, in the clicks that a person needs. */
export async function playBot(page, game, level = null) {
  await page.getByRole('button', { name: `Play ${game} against the computer` }).click();
  const levels = page.getByRole('group', { name: 'Level of the computer' }).getByRole('button');
  await (level ? levels.filter({ hasText: new RegExp(`^${level}`, 'i') }) : levels.first()).click();
  await page.locator('.table').waitFor();
}

/** One creates a table in the hall, the other joins it there; both are at the table afterwards. */
export async function meet(host, guest, game) {
  await host.getByRole('combobox', { name: /^Game/ }).selectOption({ label: game });
  await host.getByRole('button', { name: /Create, and wait/ }).click();
  await guest.getByRole('button', { name: new RegExp(`Join ${game}`) }).click();
  await Promise.all([host, guest].map((page) => page.locator('.table').waitFor()));
}

/** What the page says of the end, once there is one. */
export const result = (page) => page.getByRole('region', { name: 'The end of the game' }).getByRole('status');
const isOver = async (page) => (await result(page).count()) > 0;

export const status = (page) => page.locator('.status').innerText();

/** Which of them is on turn; null when the game is over. */
export async function onTurn(pages) {
  const deadline = Date.now() + PATIENCE;
  while (Date.now() < deadline) {
    for (const page of pages) {
      const text = await status(page);
      if (text === 'Your turn') {
        await boardDrawn(page);
        return page;
      }
      if (await isOver(page)) return null;
    }
    await pages[0].waitForTimeout(20);
  }
  throw new Error(`nobody is on turn: ${await Promise.all(pages.map(status))}`);
}

/** The words about a table are there before its board, which is loaded when it is needed. */
const boardDrawn = (page) => page.locator('.board .wait').waitFor({ state: 'detached' });

/** Waits until it is this player's turn, and the board is there. */
export async function untilTurn(page) {
  await page.waitForFunction(() => document.querySelector('.status')?.textContent === 'Your turn');
  await boardDrawn(page);
}

/** Waits until the list of moves reads so. */
export async function untilMoves(page, ...moves) {
  const list = page.locator('.pairs .move');
  await page.waitForFunction((count) => document.querySelectorAll('.pairs .move').length === count, moves.length);
  assert.deepEqual(await list.allInnerTexts(), moves);
}

/** Everybody asks for another game; all are at its table afterwards. */
export async function playAgain(pages) {
  const address = pages[0].url();
  for (const page of pages) await page.getByRole('button', { name: 'Play again' }).click();
  await Promise.all(pages.map((page) => page.waitForURL((url) => url.href !== address && url.pathname.startsWith('/table/'))));
}

/** Answers that one wants to give the game up, and goes to the hall: who resigns stays at the table. */
export async function giveUp(page) {
  const sure = page.getByRole('dialog').getByRole('button', { name: /Resign|Leave the game/ });
  const resigns = (await sure.innerText()).includes('Resign');
  await sure.click();
  if (resigns) await page.getByRole('button', { name: 'To the hall' }).click();
  await page.getByRole('heading', { name: 'Finished games' }).waitFor();
}

/** Waits until the game is over; how it ended, as the page says it. */
export async function untilOver(page) {
  await result(page).waitFor();
  return status(page);
}

/** Nothing serious may be found by axe, nor may the page be wider than the window. */
export async function assertAccessible(page, what) {
  // Straight into the page: the content security policy would not let a script in.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  const found = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), [], what);
}

export async function assertFits(page, what) {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wider <= 0, `${what}: the page is ${wider} px wider than the window`);
}
