import { describe, expect, it } from 'vitest';
import type { OpenSession } from '#core/mcp/connect-mcp.ts';
import { defaultMcpLimits } from '#core/mcp/mcp-limits.ts';
import { SessionPool, type WantedSession } from '#core/sources/session-pool.ts';
import { PegboardError } from '#shared/errors.ts';

/** A pool over sessions that only note when they are opened and closed. */
function noting({ idleMs = 0, closing = Promise.resolve() as Promise<unknown> } = {}) {
  const notes: string[] = [];
  const pool = new SessionPool({ idleMs, onChange: () => {}, onToolsChanged: () => {}, onFailure: () => {} });
  const wanted = (fingerprint: string, name: string | null = 'a', owner: string | null = null): WantedSession => ({
    key: { root: '/w', fingerprint, owner },
    identity: { name, stored: { command: fingerprint }, values: {} },
    use: { limits: defaultMcpLimits },
    onStart: () => {},
    connect: async (): Promise<OpenSession> => {
      notes.push(`open ${fingerprint}`);
      return {
        protocolVersion: '2025-06-18',
        use: () => ({
          protocolVersion: '2025-06-18',
          server: null,
          instructions: null,
          asksByResults: false,
          hasParamHeaders: false,
          run: () => Promise.reject(new Error('not asked')),
        }),
        ended: new Promise(() => {}),
        close: async () => {
          notes.push(`closing ${fingerprint}`);
          await closing;
          notes.push(`closed ${fingerprint}`);
        },
      };
    },
  });
  const note = (text: string) => async () => void notes.push(text);
  return { pool, notes, wanted, note };
}

describe('the pool of sessions', () => {
  it('ends a session with its last use where nothing is kept', async () => {
    const { pool, notes, wanted, note } = noting();
    const first = pool.use(wanted('x'), note('one'));
    await pool.use(wanted('x'), async () => {
      await first;
      notes.push('two');
    });
    expect(notes).toEqual(['open x', 'one', 'two', 'closing x', 'closed x']);
  });

  it('never has two servers for one source: another connection waits until the old server is gone', async () => {
    const gone = Promise.withResolvers<void>();
    const { pool, notes, wanted, note } = noting({ idleMs: 60_000, closing: gone.promise });
    await pool.use(wanted('x'), note('one'));
    const second = pool.use(wanted('y'), note('two'));
    await expect.poll(() => notes).toContain('closing x');
    expect(notes).toEqual(['open x', 'one', 'closing x']);
    gone.resolve();
    await second;
    expect(notes).toEqual(['open x', 'one', 'closing x', 'closed x', 'open y', 'two']);
    await pool.close();
  });

  it('starts nothing after its end', async () => {
    const { pool, notes, wanted, note } = noting({ idleMs: 60_000 });
    await pool.use(wanted('x'), note('one'));
    await pool.close();
    await expect(pool.use(wanted('x'), note('two'))).rejects.toMatchObject({ code: 'cancelled' });
    expect(notes).toEqual(['open x', 'one', 'closing x', 'closed x']);
  });

  it('keeps the sessions of two owners apart, and ends the one that rested for longest when there are too many', async () => {
    const { pool, notes, wanted, note } = noting({ idleMs: 60_000 });
    const ofOwner = (owner: string) => wanted('x', 'a', owner);
    await pool.use(wanted('x'), note('the source itself'));
    await pool.use(ofOwner('0'), note('0'));
    await pool.use(ofOwner('1'), note('1'));
    await pool.use(ofOwner('0'), note('0 again'));
    expect(notes).toEqual(['open x', 'the source itself', 'open x', '0', 'open x', '1', '0 again']);
    for (let i = 2; i < 501; i++) await pool.use(ofOwner(String(i)), async () => {});
    expect(notes.filter((text) => text === 'closed x')).toHaveLength(1);
    // 1 rested for longest; 0 and the session of the source are still there.
    notes.length = 0;
    await pool.use(wanted('x'), note('the source itself'));
    await pool.use(ofOwner('0'), note('0'));
    await pool.use(ofOwner('1'), note('1'));
    expect(notes.filter((text) => !text.startsWith('clos'))).toEqual(['the source itself', '0', 'open x', '1']);
    await pool.close();
  });

  it('keeps the sessions of two sources apart, also with the same command', async () => {
    const { pool, notes, wanted, note } = noting({ idleMs: 60_000 });
    await pool.use(wanted('x', 'a'), note('a'));
    await pool.use(wanted('x', 'b'), note('b'));
    expect(notes).toEqual(['open x', 'a', 'open x', 'b']);
    await pool.close();
  });

  it('opens a new session when the server does not know the kept one any more', async () => {
    const { pool, notes, wanted, note } = noting({ idleMs: 60_000 });
    const unknown = new PegboardError('server_unreachable', 'HTTP 404', { data: { status: 404 } });
    await expect(pool.use(wanted('x'), () => Promise.reject(unknown))).rejects.toBe(unknown);
    await pool.use(wanted('x'), note('one'));
    let asked = 0;
    await pool.use(wanted('x'), async () => {
      asked += 1;
      if (asked === 1) throw unknown;
    });
    expect([asked, notes.filter((text) => text === 'open x').length]).toEqual([2, 3]);
    await pool.close();
  });
});
