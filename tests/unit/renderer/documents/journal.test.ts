import { describe, expect, it } from 'vitest';
import { Journal } from '../../../../src-renderer/documents/journal.ts';

/** A clock that the test moves, and a disk that takes `diskMs` and can be made to fail. */
function world({ diskMs = 0 } = {}) {
  let now = 0;
  let isBroken = false;
  const timers: { at: number; work: () => void }[] = [];
  const later = (work: () => void, ms: number) => {
    const timer = { at: now + ms, work };
    timers.push(timer);
    return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
  };
  const written: [number, string | null][] = [];
  const troubles: unknown[] = [];
  const write = (text: string | null) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        if (isBroken) return reject(new Error('full'));
        written.push([now, text]);
        resolve();
      };
      if (diskMs === 0) end();
      else later(end, diskMs);
    });
  return {
    journal: new Journal({ now: () => now, later, onTrouble: (error) => troubles.push(error) }),
    target: { put: write, drop: () => write(null) },
    written,
    troubles,
    breakDisk: (broken: boolean) => {
      isBroken = broken;
    },
    pass: async (ms: number) => {
      for (const end = now + ms; now < end; now += 10) {
        for (const timer of timers.filter(({ at }) => at <= now)) {
          timers.splice(timers.indexOf(timer), 1);
          timer.work();
        }
        await new Promise((done) => setImmediate(done));
      }
    },
  };
}

describe('the journal of what is typed', () => {
  it('writes once, within a second of the last change', async () => {
    const { journal, target, written, pass } = world();
    for (const text of ['a', 'ab', 'abc']) {
      journal.note('d', target, text);
      await pass(50);
    }
    await pass(900);
    expect(written).toEqual([[expect.any(Number), 'abc']]);
    expect(written[0]?.[0]).toBeLessThanOrEqual(1000);
  });

  it('writes at least every two seconds while typing goes on, the slow disk included', async () => {
    const { journal, target, written, pass } = world({ diskMs: 300 });
    const typedAt = new Map<string, number>();
    for (let n = 0; n < 120; n++) {
      typedAt.set(`text ${n}`, n * 50);
      journal.note('d', target, `text ${n}`);
      await pass(50);
    }
    // At any moment, what is on disk was typed at most two seconds before.
    for (let moment = 2000; moment < 6000; moment += 50) {
      const kept = written.findLast(([at]) => at <= moment)?.[1] ?? '';
      expect(moment - (typedAt.get(kept ?? '') ?? Number.NaN)).toBeLessThanOrEqual(2000);
    }
    // And it does not write each letter.
    expect(written.length).toBeLessThan(20);
  });

  it('forgets at once what is saved, after what is still being written', async () => {
    const { journal, target, written, pass } = world({ diskMs: 200 });
    journal.note('d', target, 'a');
    await pass(500);
    journal.note('d', target, null);
    await pass(600);
    expect(written.map(([, text]) => text)).toEqual(['a', null]);
  });

  it('tries again until it succeeds, says once that it fails, and that it works again', async () => {
    const { journal, target, written, troubles, breakDisk, pass } = world();
    breakDisk(true);
    journal.note('d', target, 'a');
    await pass(4000);
    journal.note('d', target, 'ab');
    await pass(1500);
    expect(troubles).toEqual([expect.any(Error)]);
    breakDisk(false);
    await pass(31_000);
    expect(written.at(-1)?.[1]).toBe('ab');
    expect(troubles).toEqual([expect.any(Error), null]);
  });

  it('writes everything that waits when the window goes', () => {
    const { journal, target, written } = world();
    journal.note('d', target, 'a');
    journal.note('e', target, 'b');
    journal.flush();
    expect(written.map(([, text]) => text)).toEqual(['a', 'b']);
  });
});
