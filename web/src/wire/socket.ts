// A connection that heals itself: it notices when nobody answers, comes back after a loss, and asks again what was not answered.
import { decode, encode } from './codec';
import type { Answer, Request, Told } from './messages';

export type Link = 'connecting' | 'open' | 'lost' | 'elsewhere';

/** Why there is no connection, and when the next is tried, in the page's own time; null: now. */
export interface Trouble {
  silent: boolean; // nobody answered; otherwise the connection was closed
  retryAt: number | null;
}

/** What a connection needs of the world around it; tests bring their own. */
export interface Surroundings {
  /** `attempt` counts up: the server lets go of what is left of an earlier one. */
  open(attempt: number): WebSocketLike;
  after(milliseconds: number, action: () => void): void;
  every(milliseconds: number, action: () => void): void;
  /** Nobody lets us in, again and again: the server may not know our cookie any more. */
  askForCookie(): void;
  now(): number;
  chance(): number;
}

export interface WebSocketLike {
  send(data: string): void;
  close(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

interface Pending {
  request: Request;
  resolve: (answer: Answer) => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const BEAT = 1000; // milliseconds between two looks at the connection
const LONGEST_BEAT = 2000; // what a look counts at most: a page in the background or a machine that slept looks late
const PING_EVERY = 3000;
const PATIENCE = 5000; // for an answer
const OPENING = 10_000; // for the welcome
const COOKIE_FAILURES = 3; // in a row, after which we ask for a cookie that is let in

/** Told anew by whoever needs it after a reconnection, or by the welcome, so not worth asking again. */
const PASSING = new Set([
  'try', 'hall', 'watch', 'since', 'register', 'sign_in', 'sign_out', 'password', 'close_account', 'connections', 'inspect', 'transcript', 'screen', 'ping',
]);

export class Socket {
  onTold: (message: Told) => void = () => {};
  onLink: (link: Link, trouble: Trouble | null) => void = () => {};
  onLag: (milliseconds: number) => void = () => {};

  private socket: WebSocketLike | null = null;
  private welcomed = false;
  private attempts = 0;
  private failures = 0;
  private trouble: Trouble | null = null;
  private given = 0;
  private asked = new Map<number, Pending>();
  private waiting: Pending[] = [];
  private looked = 0; // when the connection was looked at last
  private rested = 0; // milliseconds since the last ping
  private silence = 0; // milliseconds in which something was expected and nothing heard

  constructor(private readonly around: Surroundings) {}

  start(): void {
    this.looked = this.around.now();
    this.around.every(BEAT, () => this.look());
    this.connect();
  }

  /** Waits no longer, neither for the next attempt nor for what becomes of this one. */
  retry(): void {
    if (this.trouble === null || this.socket === null) return;
    this.socket.onmessage = null;
    this.socket.onclose = null;
    this.socket.close();
    this.connect();
  }

  /** Resolves with the server's answer, however often the connection breaks in between. */
  ask(request: Request): Promise<Answer> {
    return new Promise((resolve) => {
      const pending = { request, resolve };
      if (this.welcomed) this.send(pending);
      else this.waiting.push(pending);
    });
  }

  private connect(): void {
    if (this.trouble) this.trouble = { ...this.trouble, retryAt: null };
    this.onLink(this.trouble ? 'lost' : 'connecting', this.trouble);
    const socket = this.around.open(++this.attempts);
    this.socket = socket;
    this.given = 0;
    this.silence = 0;
    socket.onmessage = (event) => this.hear(event.data);
    socket.onclose = () => this.lose(socket, false);
  }

  private send(pending: Pending): void {
    const id = ++this.given;
    this.asked.set(id, pending);
    this.socket?.send(encode(id, pending.request));
  }

  private hear(frame: unknown): void {
    this.silence = 0;
    const message = decode(frame);
    if (message === null) return;
    if (message.type === 'answer') {
      const pending = this.asked.get(message.id);
      this.asked.delete(message.id);
      pending?.resolve(message);
      return;
    }
    if (message.type === 'elsewhere') this.giveUp();
    this.onTold(message);
    if (message.type === 'welcome') this.greet();
  }

  private greet(): void {
    this.welcomed = true;
    this.failures = 0;
    this.trouble = null;
    this.onLink('open', null);
    const waiting = this.waiting;
    this.waiting = [];
    for (const pending of waiting) this.send(pending);
    this.ping();
  }

  /** Asks for a sign of life. Whatever is heard is one; what it takes says how far away the server is. */
  private ping(): void {
    const asked = this.around.now();
    this.rested = 0;
    void this.ask({ ask: 'ping' }).then((answer) => {
      if (answer.ok) this.onLag(this.around.now() - asked);
    });
  }

  private look(): void {
    const now = this.around.now();
    const passed = Math.min(now - this.looked, LONGEST_BEAT);
    this.looked = now;
    const socket = this.socket;
    if (socket === null || this.trouble?.retryAt != null) return;
    this.rested += passed;
    if (this.welcomed && this.asked.size === 0) {
      this.silence = 0;
      if (this.rested >= PING_EVERY) this.ping();
      return;
    }
    this.silence += passed;
    if (this.silence < (this.welcomed ? PATIENCE : OPENING)) return;
    socket.close();
    this.lose(socket, true);
  }

  private giveUp(): void {
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    socket?.close();
    this.trouble = null;
    this.onLink('elsewhere', null);
  }

  private lose(socket: WebSocketLike, silent: boolean): void {
    if (socket !== this.socket) return;
    socket.onmessage = null;
    socket.onclose = null;
    this.welcomed = false;
    for (const pending of this.asked.values()) this.postpone(pending);
    this.asked.clear();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.75 + this.around.chance() / 2);
    this.failures += 1;
    if (this.failures === COOKIE_FAILURES) this.around.askForCookie();
    const trouble = { silent: silent || (this.trouble?.silent ?? false), retryAt: this.around.now() + wait };
    this.trouble = trouble;
    this.onLink('lost', trouble);
    this.around.after(wait, () => {
      if (this.trouble === trouble) this.connect();
    });
  }

  private postpone(pending: Pending): void {
    if (PASSING.has(pending.request.ask)) {
      pending.resolve({ type: 'answer', id: 0, ok: false, code: 'lost', text: 'the connection was lost' });
    } else {
      this.waiting.push(pending);
    }
  }
}

/** The browser's own socket and timers. */
export function browserSurroundings(): Surroundings {
  const page = Math.random().toString(36).slice(2);
  return {
    open: (attempt) => {
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      return new WebSocket(`${scheme}://${location.host}/ws?page=${page}&try=${attempt}`) as unknown as WebSocketLike;
    },
    after: (milliseconds, action) => void setTimeout(action, milliseconds),
    every: (milliseconds, action) => void setInterval(action, milliseconds),
    askForCookie: () => void fetch('/', { cache: 'no-store' }).catch(() => {}),
    now: () => performance.now(),
    chance: Math.random,
  };
}
