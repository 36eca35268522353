import type { Page } from '@playwright/test';
import { SeededRandom } from '../integration/reference/seeded-random.ts';

const mostLateMs = 400;

/**
 * Opens the page again with a core that answers late: each answer after 0 to 400 ms, so that answers overtake each other, as the seed
 * says. What belongs to one call, such as the events of a stream, keeps its order.
 */
export async function answerLate(page: Page, seed: number): Promise<void> {
  const random = new SeededRandom(seed);
  await page.routeWebSocket(/\/rpc$/, (socket) => {
    const server = socket.connectToServer();
    const before = new Map<string, Promise<void>>();
    server.onMessage((message) => {
      const call = callOf(message);
      const late = random.below(mostLateMs);
      const sent = (before.get(call) ?? Promise.resolve()).then(async () => {
        await new Promise((resolve) => setTimeout(resolve, late));
        socket.send(message);
      });
      before.set(call, sent);
    });
  });
  await page.reload();
}

/** The id of the call that a message of the core answers. */
function callOf(message: string | Buffer): string {
  return /"i":"?([^",}]+)/.exec(message.toString())?.[1] ?? '';
}
