import type { Page } from '@playwright/test';
import { SeededRandom } from '../integration/reference/seeded-random.ts';
import { holdOwnSocket } from './own-socket.ts';

const mostLateMs = 400;

/** What is between a page and its core. */
export interface Traffic {
  /** How late the next answer comes, milliseconds. */
  lateness: () => number;
  /** Whether messages to the page wait for `deliverNext`: they come as late by a clock that only counts when the core has answered. */
  isHeld: boolean;
  /**
   * Delivers the held messages that come next, once each open call has one, so that their order hangs on the seed and not on the
   * machine. Whether there were any.
   */
  deliverNext(): boolean;
  /** What is called that has no answer yet, or whose stream goes on, by the call; one that watches counts until its first event. */
  readonly open: ReadonlyMap<string, string>;
  /** Messages that the page got. */
  readonly delivered: () => number;
  /** How many events the page got of what it watches by this name: `workspace/watch`. */
  readonly told: (watched: string) => number;
  /** The revision of the workspace that the page was told of last. */
  readonly revision: () => string | null;
  /** Whether the page watches this. */
  readonly isWatched: (watched: string) => boolean;
}

/** How late answers come, 0 to 400 ms, as the seed says. */
export function randomLateness(seed: number): () => number {
  const random = new SeededRandom(seed);
  return () => random.below(mostLateMs);
}

/**
 * Opens the page again with a core that answers late: each answer after 0 to 400 ms, so that answers overtake each other, as the seed
 * says. What belongs to one call, such as the events of a stream, keeps its order.
 */
export async function answerLate(page: Page, seed: number): Promise<void> {
  const traffic = await followTraffic(page);
  traffic.lateness = randomLateness(seed);
  await page.reload();
}

/** Answers that a page did not get yet. */
interface HeldAnswers {
  /** How many came. */
  readonly count: () => number;
  /** Delivers them, and what comes later at once. */
  release(): void;
}

/** Holds the answers to chosen requests back, from the next load on. */
export async function holdAnswers(page: Page, isChosen: (procedure: string) => boolean): Promise<HeldAnswers> {
  const asked = new Set<string>();
  const answers: (() => void)[] = [];
  await holdOwnSocket(page);
  await page.routeWebSocket(/\/rpc$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, url } = readMessage(message);
      if (isChosen(url)) asked.add(id);
      server.send(message);
    });
    server.onMessage((message) => {
      if (asked.has(readMessage(message).id)) answers.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    count: () => answers.length,
    release: () => {
      asked.clear();
      for (const answer of answers.splice(0)) answer();
    },
  };
}

/** A message to the page that waits for its time. */
interface Held {
  readonly id: string;
  /** By the clock of the held messages, milliseconds. */
  readonly due: number;
  send(): void;
}

/** Messages within so many milliseconds come to the page together, as within a frame. */
const togetherMs = 16;

/** The messages of a page that wait, by a clock of their own. */
class HeldMessages {
  #held: Held[] = [];
  #now = 0;

  get size(): number {
    return this.#held.length;
  }

  clear(): void {
    this.#held = [];
  }

  /** What belongs to one call keeps its order. */
  add({ id, late, send }: { id: string; late: number; send: () => void }): void {
    const earlier = this.#held.findLast((one) => one.id === id);
    this.#held.push({ id, due: Math.max(this.#now + late, earlier?.due ?? 0), send });
  }

  has(id: string): boolean {
    return this.#held.some((one) => one.id === id);
  }

  deliverNext(): boolean {
    if (this.size === 0) return false;
    const until = Math.min(...this.#held.map(({ due }) => due)) + togetherMs;
    this.#now = until;
    const next = this.#held.filter(({ due }) => due <= until).sort((a, b) => a.due - b.due);
    this.#held = this.#held.filter(({ due }) => due > until);
    for (const { send } of next) send();
    return true;
  }
}

/** Follows what a page and its core say to each other, from the next load on. */
export async function followTraffic(page: Page): Promise<Traffic> {
  const open = new Map<string, string>();
  const watching = new Map<string, string>();
  const told = new Map<string, number>();
  const held = new HeldMessages();
  let delivered = 0;
  let revision: string | null = null;
  const traffic: Traffic = {
    lateness: () => 0,
    isHeld: false,
    deliverNext: () => [...open.keys()].every((id) => held.has(id)) && held.deliverNext(),
    open,
    delivered: () => delivered,
    told: (watched) => told.get(watched) ?? 0,
    revision: () => revision,
    isWatched: (watched) => [...watching.values()].includes(watched),
  };
  await holdOwnSocket(page);
  await page.routeWebSocket(/\/rpc$/, (socket) => {
    for (const one of [open, watching, held]) one.clear();
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, type, url } = readMessage(message);
      if (type === abort) for (const one of [open, watching]) one.delete(id);
      // What the window around the page says has no first event.
      else if (type === request && url !== '/desktop/events') open.set(id, url);
      if (url.endsWith('/watch')) watching.set(id, url.slice(1));
      server.send(message);
    });
    const before = new Map<string, Promise<void>>();
    const deliver = (message: string | Buffer) => {
      const { id, type, isStream, isLast } = readMessage(message);
      const watched = watching.get(id);
      delivered++;
      if (watched !== undefined && type === events) told.set(watched, traffic.told(watched) + 1);
      if (watched === 'workspace/watch') revision = /"revision":"([^"]+)"/.exec(message.toString())?.[1] ?? revision;
      if (isLast || !isStream || (watched !== undefined && type === events)) open.delete(id);
      socket.send(message);
    };
    server.onMessage((message) => {
      const late = traffic.lateness();
      const { id } = readMessage(message);
      if (traffic.isHeld) return held.add({ id, late, send: () => deliver(message) });
      const earlier = before.get(id);
      if (late === 0 && earlier === undefined) return deliver(message);
      const sent = (earlier ?? Promise.resolve()).then(async () => {
        await new Promise((resolve) => setTimeout(resolve, late));
        deliver(message);
        if (before.get(id) === sent) before.delete(id);
      });
      before.set(id, sent);
    });
  });
  return traffic;
}

const [request, events, abort] = [1, 3, 4];

/** What of a message of the wire says which call it is of: see `@orpc/standard-server-peer`. */
function readMessage(message: string | Buffer) {
  const { i, t = request, p } = parsed(message);
  const isStream = t === events || /event-stream/.test(JSON.stringify(p?.h ?? ''));
  return { id: String(i), type: t, url: p?.u ?? '', isStream, isLast: t === events && p?.e !== 'message' };
}

interface Message {
  readonly i?: string | number;
  readonly t?: number;
  readonly p?: { readonly u?: string; readonly h?: unknown; readonly e?: string };
}

/** A message may have bytes behind its text. */
function parsed(message: string | Buffer): Message {
  const text = message.toString();
  try {
    return JSON.parse(text) as Message;
  } catch {
    return { i: /"i":"?([^",}]+)/.exec(text)?.[1] ?? '' };
  }
}
