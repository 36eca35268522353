import type { Page, WebSocketRoute } from '@playwright/test';
import { SeededRandom } from '../integration/reference/seeded-random.ts';

const mostLateMs = 400;

/** What is between a page and its core. */
export interface Traffic {
  /** How late the next answer comes, milliseconds. */
  lateness: () => number;
  /** What is called that has no answer yet, or whose stream goes on, by the call; one that watches counts until its first answer. */
  readonly open: ReadonlyMap<string, string>;
  /** Messages that the page got. */
  readonly delivered: () => number;
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

/** Follows what a page and its core say to each other, from the next load on. */
export async function followTraffic(page: Page): Promise<Traffic> {
  const open = new Map<string, string>();
  let delivered = 0;
  const traffic: Traffic = { lateness: () => 0, open, delivered: () => delivered };
  await page.routeWebSocket(/\/rpc$/, (socket) => {
    open.clear();
    const watching = new Set<string>();
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, type, url } = readMessage(message);
      if (type === abort) open.delete(id);
      else if (type === request) open.set(id, url);
      if (/\/(watch|events)$/.test(url)) watching.add(id);
      server.send(message);
    });
    const before = new Map<string, Promise<void>>();
    const deliver = (message: string | Buffer, to: WebSocketRoute) => {
      const { id, isStream, isLast } = readMessage(message);
      delivered++;
      if (isLast || !isStream || watching.has(id)) open.delete(id);
      to.send(message);
    };
    server.onMessage((message) => {
      const late = traffic.lateness();
      const { id } = readMessage(message);
      const earlier = before.get(id);
      if (late === 0 && earlier === undefined) return deliver(message, socket);
      const sent = (earlier ?? Promise.resolve()).then(async () => {
        await new Promise((resolve) => setTimeout(resolve, late));
        deliver(message, socket);
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
