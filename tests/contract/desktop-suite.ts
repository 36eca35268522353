import { describe, expect, it } from 'vitest';
import type { DesktopWindow } from '#rpc/desktop-window.ts';
import { connectScripted, errorOf } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

function windowWith(script: Partial<DesktopWindow>): DesktopWindow {
  const unexpected = () => {
    throw new Error('not scripted');
  };
  return { events: unexpected, holdUnsaved: unexpected, chooseFolder: unexpected, ...script };
}

/** What a page and the window around it tell each other, over any transport. */
export function describeDesktopCalls(transport: TransportUnderTest): void {
  describe('the window around the page', () => {
    it('tells of menu commands and of a recovered page, and asks for folders', async () => {
      const desktop = windowWith({
        async *events() {
          yield { type: 'command', id: 'palette.open' };
          yield { type: 'recovered', reason: 'oom' };
        },
        chooseFolder: async ({ purpose }) => `/chosen/${purpose}`,
      });
      const { client } = await connectScripted(transport, {}, desktop);
      const events = [];
      for await (const event of await client.desktop.events()) events.push(event);
      expect(events).toEqual([
        { type: 'command', id: 'palette.open' },
        { type: 'recovered', reason: 'oom' },
      ]);
      await expect(client.desktop.chooseFolder({ purpose: 'new-workspace' })).resolves.toBe('/chosen/new-workspace');
    });

    it('learns when the page holds unsaved work no more', async () => {
      let held: readonly string[] | null = null;
      const desktop = windowWith({
        async *holdUnsaved({ work }, { signal } = {}) {
          held = work;
          try {
            yield { type: 'held' };
            await new Promise((resolve) => signal?.addEventListener('abort', resolve));
          } finally {
            held = null;
          }
        },
      });
      const { client } = await connectScripted(transport, {}, desktop);
      const stop = new AbortController();
      const stream = await client.desktop.holdUnsaved({ work: ['a plan'] }, { signal: stop.signal });
      expect((await stream.next()).value).toEqual({ type: 'held' });
      expect(held).toEqual(['a plan']);
      const end = errorOf(stream.next(), stop.signal);
      stop.abort();
      await end;
      await expect.poll(() => held).toBeNull();
    });

    it('is refused work that says nothing', async () => {
      const { client } = await connectScripted(transport, {}, windowWith({}));
      for (const work of [[], ['']]) {
        expect((await errorOf(client.desktop.holdUnsaved({ work }))).code).toBe('invalid_input');
      }
    });

    it('is not there in a browser, which says so and how to go on', async () => {
      const { client } = await connectScripted(transport, {});
      expect(await (await client.desktop.events()).next()).toMatchObject({ done: true });
      const error = await errorOf(client.desktop.chooseFolder({ purpose: 'open-workspace' }));
      expect([error.code, error.hint]).toEqual(['usage', 'Type the path of the folder.']);
    });
  });
}
