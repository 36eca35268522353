import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SimulateEvent } from '#shared/contract/planner.ts';
import { play, runOf, useSimulatorRuns } from '../../../src-renderer/features/simulator/simulator-runs.ts';
import type { PegboardClient } from '../../../src-renderer/platform/client.ts';
import { setThisWindow } from '../../../src-renderer/platform/this-window.ts';

const played = {
  ...{ workspace: '/w', path: 'scenarios/one.scenario.yaml', title: 'one', text: 'query: One?' },
  ...{ profile: null, interactive: false, live: false },
};

/** A window whose core tells these events, one for each turn of the loop. */
function openWith(events: readonly SimulateEvent[]): void {
  const simulate = async () =>
    (async function* () {
      for (const event of events) {
        await new Promise((resolve) => setImmediate(resolve));
        yield event;
      }
    })();
  setThisWindow({ client: { planner: { simulate } } as unknown as PegboardClient, queries: new QueryClient() });
}

describe('a run that is shown while it plays', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    useSimulatorRuns.setState({ runs: {} });
  });

  it('is not drawn for each event where drawing is slow', async () => {
    const events = Array.from({ length: 100 }, (): SimulateEvent => ({ type: 'chunk', text: 'x' }));
    openWith(events);
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now++);
    let drawings = 0;
    const stop = useSimulatorRuns.subscribe(() => {
      // As React does: in a microtask, which takes longer than the rest between two pictures.
      queueMicrotask(() => {
        drawings++;
        now += 200;
      });
    });
    await play('first', played);
    stop();
    expect(runOf('/w', 'first')?.status).toBe('done');
    expect(drawings).toBeLessThan(10);
  });
});
