// A connection that heals itself: it comes back after a loss and asks again what was not answered.
import { decode, encode } from './codec';
import type { Answer, Request, Told } from './messages';

export type Link = 'connecting' | 'open' | 'lost' | 'elsewhere';

/** What a connection needs of the world around it; tests bring their own. */
export interface Surroundings {
  open(): WebSocketLike;
  after(milliseconds: number, action: () => void): void;
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

/** Told anew by whoever needs it after a reconnection, or by the welcome, so not worth asking again. */
const PASSING = new Set([
  'try', 'hall', 'watch', 'since', 'register', 'sign_in', 'sign_out', 'password', 'close_account', 'connections', 'inspect', 'transcript', 'screen',
]);

export class Socket {
  onTold: (message: Told) => void = () => {};
  onLink: (link: Link) => void = () => {};

  private socket: WebSocketLike | null = null;
  private welcomed = false;
  private failures = 0;
  private given = 0;
  private asked = new Map<number, Pending>();
  private waiting: Pending[] = [];

  constructor(private readonly around: Surroundings) {}

  start(): void {
    this.onLink(this.failures === 0 ? 'connecting' : 'lost');
    const socket = this.around.open();
    this.socket = socket;
    this.given = 0;
    socket.onmessage = (event) => this.hear(event.data);
    socket.onclose = () => this.lose(socket);
  }

  /** Resolves with the server's answer, however often the connection breaks in between. */
  ask(request: Request): Promise<Answer> {
    return new Promise((resolve) => {
      const pending = { request, resolve };
      if (this.welcomed) this.send(pending);
      else this.waiting.push(pending);
    });
  }

  private send(pending: Pending): void {
    const id = ++this.given;
    this.asked.set(id, pending);
    this.socket?.send(encode(id, pending.request));
  }

  private hear(frame: unknown): void {
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
    this.onLink('open');
    const waiting = this.waiting;
    this.waiting = [];
    for (const pending of waiting) this.send(pending);
  }

  private giveUp(): void {
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    socket?.close();
    this.onLink('elsewhere');
  }

  private lose(socket: WebSocketLike): void {
    if (socket !== this.socket) return;
    this.welcomed = false;
    for (const pending of this.asked.values()) this.postpone(pending);
    this.asked.clear();
    this.onLink('lost');
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.75 + this.around.chance() / 2);
    this.failures += 1;
    this.around.after(wait, () => this.start());
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
  return {
    open: () => {
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as WebSocketLike;
    },
    after: (milliseconds, action) => void setTimeout(action, milliseconds),
    chance: Math.random,
  };
}
