// A line between page and server that a test can hold, cut, and change words on.
import { PATIENCE, visitor } from './parlor.mjs';

class Line {
  said = []; // what the page has asked
  told = []; // what has reached the page
  change = (request) => request;
  #held = null;
  #ends = [];

  carry(near) {
    const far = near.connectToServer();
    this.#ends = [near, far];
    const pings = new Set();
    near.onMessage((text) => {
      const request = JSON.parse(text);
      if (request.ask === 'ping') pings.add(request.id);
      this.said.push(request);
      far.send(JSON.stringify(this.change(JSON.parse(text))));
    });
    far.onMessage((text) => {
      // However long a busy machine takes: a page that is told nothing at all would give the connection up.
      const message = JSON.parse(text);
      if (this.#held && !(message.type === 'answer' && pings.has(message.id))) this.#held.push([near, text]);
      else this.#tell(near, text);
    });
  }

  #tell(near, text) {
    near.send(text);
    this.told.push(JSON.parse(text));
  }

  /** From now on nothing reaches the page. */
  hold() {
    this.#held = [];
  }

  /** What was held reaches the page, and all that follows. */
  release() {
    const held = this.#held;
    this.#held = null;
    for (const [near, text] of held) this.#tell(near, text);
  }

  /** Breaks the connection; done when the page is at its table again. */
  async cut() {
    const from = this.told.length;
    for (const end of this.#ends) end.close({ code: 4000, reason: 'cut' });
    await this.hear((message) => message.type === 'table', from);
  }

  /** Waits until the page has been told so, from that message on. */
  async hear(fits, from = 0) {
    const deadline = Date.now() + PATIENCE;
    while (!this.told.slice(from).some(fits)) {
      if (Date.now() > deadline) throw new Error(`never told: ${fits}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** The moves that the page has asked for. */
  moves() {
    return this.said.filter(({ ask }) => ask === 'move').map(({ move }) => move);
  }
}

/** A visitor whose page talks to the server over `page.line`. */
export async function lineVisitor(browser, server, options = {}) {
  const line = new Line();
  const lined = {
    async newContext(wanted) {
      const context = await browser.newContext(wanted);
      await context.routeWebSocket(/\/ws\?/, (near) => line.carry(near));
      return context;
    },
  };
  const page = await visitor(lined, server, '/', options);
  page.line = line;
  return page;
}

/** What has been told is drawn. */
export const drawn = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve())));
