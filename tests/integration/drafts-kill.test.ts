import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { Drafts } from '#core/drafts/drafts.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { connectTo } from '../support/rpc-client.ts';
import { serveApp } from '../support/serve-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workspaceFolder } from '../support/workspace.ts';

const kills = 3;
const ids = ['pack:billing/skills.yaml', 'profile:small'];

/** Text number n, as long as a file that people edit: half of it is none. */
const textOf = (n: number) => `${n}\n${`line of ${n}\n`.repeat(4000)}end ${n}`;

/** Sends one after the other and never stops; returns how many it sent and how many were confirmed. */
function stream(send: (n: number) => Promise<unknown>, from: number, onAnswer: () => void) {
  const state = { sent: from, answered: from };
  const run = async () => {
    for (;;) {
      const n = ++state.sent;
      await send(n);
      state.answered = n;
      onAnswer();
    }
  };
  // It ends with the connection.
  run().catch(() => undefined);
  return state;
}

describe('a serving process that is killed while people type and save', () => {
  it('leaves each draft and pegboard.yaml whole: as answered last, or as sent after it', async () => {
    const [home, root] = [temporaryFolder(), workspaceFolder([])];
    const drafts = new Drafts({ userDataDir: home, files: nodeFiles, logger: silentLogger, now: Date.now });
    const config = () =>
      parse(readFileSync(join(root, 'pegboard.yaml'), 'utf8')) as { planner?: { max_steps?: number } };
    const ports = new Set<string>();
    let last = 0;
    for (let kill = 0; kill < kills; kill++) {
      const served = await serveApp({ workspace: root, env: { ...process.env, PEGBOARD_HOME: home } });
      onTestFinished(() => served.close());
      ports.add(new URL(served.url).port);
      const client = await connectTo(served.url);
      const { promise: enough, resolve } = Promise.withResolvers<void>();
      let answers = 20 + Math.floor(Math.random() * 40);
      const onAnswer = () => --answers === 0 && resolve();
      const typed = ids.map((id) =>
        stream(
          (n) => client.drafts.put({ workspace: root, id, title: id, path: null, base_hash: null, text: textOf(n) }),
          last,
          onAnswer,
        ),
      );
      const edits = stream(
        (n) => client.config.edit({ changes: [{ path: ['planner', 'max_steps'], value: (n % 400) + 1 }], label: 'n' }),
        last,
        onAnswer,
      );
      await enough;
      await served.kill();

      expect((await drafts.list({ workspace: root })).map(({ id }) => id).sort()).toEqual(ids);
      for (const [at, id] of ids.entries()) {
        const text = (await drafts.read({ workspace: root, id }))?.text ?? '';
        const n = Number.parseInt(text, 10);
        expect(text).toBe(textOf(n));
        expect(n).toBeGreaterThanOrEqual(typed[at]?.answered ?? Number.NaN);
        expect(n).toBeLessThanOrEqual(typed[at]?.sent ?? Number.NaN);
      }
      const { answered, sent } = edits;
      const allowed = [answered, sent].map((n) => (n === last ? config().planner?.max_steps : (n % 400) + 1));
      expect(allowed).toContain(config().planner?.max_steps);
      last = Math.max(sent, ...typed.map((one) => one.sent));
    }
    // At one address, or the browser would have forgotten which documents were open.
    expect(ports.size).toBe(1);
    // What a killed write left beside the drafts is gone once they were looked at.
    const kept = readdirSync(join(home, 'drafts'), { recursive: true, encoding: 'utf8' });
    const again = new Drafts({ userDataDir: home, files: nodeFiles, logger: silentLogger, now: Date.now });
    await again.list({ workspace: root });
    const left = readdirSync(join(home, 'drafts'), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.endsWith('.json'))).toHaveLength(ids.length);
    expect(
      left.filter((name) => /\.(tmp|old)$/.test(name)),
      kept.join(),
    ).toEqual([]);
  });
});
