import { join } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { openUsageLog } from '#core/gateway/usage/open-usage-log.ts';
import { silentLogger } from '#core/logger.ts';
import type { PegboardClient } from '../../support/in-process-client.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { baseScenario } from '../seeds/base-workspace.ts';
import { skillFiles } from '../seeds/skills.ts';

type AppWrite = (client: PegboardClient, sandbox: Sandbox) => Promise<unknown>;

/** A text as long as a file that people edit, so that half of it is none. */
const long = `# a comment\n${'# of many lines\n'.repeat(4000)}`;

/** How often the log of the gateway is opened and closed, and how many requests it is given each time. */
export const usageBatches = { count: 4, requests: 50 };

/** What only the app writes. Each may be done again when it was done. */
export const appWrites: Readonly<Record<string, AppWrite>> = {
  'config edit': async (client, { workspace }) => {
    await client.workspace.open({ path: workspace });
    const changes = [
      { path: ['planner', 'max_steps'], value: 11 },
      { path: ['overlays', 'files.write', 'tags'], value: ['new', 'x'.repeat(20_000)] },
    ];
    await client.config.edit({ changes, label: 'two fields' });
  },
  'kept value': async (client, { workspace }) => {
    await client.workspace.open({ path: workspace });
    await client.sources.keepValue({ name: 'PB_KEPT', value: 'x'.repeat(20_000) });
  },
  draft: async (client, { workspace }) => {
    const draft = { workspace, id: 'pack:house/refund.skill.yaml', title: 'Refund', path: null, base_hash: null };
    await client.drafts.put({ ...draft, text: long });
  },
  scenario: async (client, { workspace }) => {
    await client.workspace.open({ path: workspace });
    const { text, hash, path } = await client.planner.scenario({ path: 'scenarios/order.scenario.yaml' });
    if (text.startsWith(long)) return;
    await client.scenarios.save({ path, text: long + baseScenario, expected_hash: hash });
  },
  skill: async (client, { workspace }) => {
    await client.workspace.open({ path: workspace });
    const at = { pack: 'house', file: 'refund.skill.yaml' };
    const { text, hash } = await client.skillEditor.file(at);
    if (text.startsWith(long)) return;
    const before = skillFiles['refund.skill.yaml']?.text ?? '';
    await client.skillEditor.write({ ...at, text: long + before, expected_hash: hash });
  },
  demo: (client) => client.workspace.openDemo(),
  export: async (client, { workspace, input }) => {
    await client.workspace.open({ path: workspace });
    const content = { kind: 'packs', packs: ['workspace:house'], format: 'skill-md', folders: true } as const;
    const request = { target: join(input, 'exported'), content };
    const { revision } = await client.exports.plan(request);
    await client.exports.apply({ request, revision });
  },
  'usage log': async (_client, { user, workspace }) => {
    const settings = { enabled: true, arguments: true, days: 90, max_mb: 200 };
    const client = { name: 'host', version: '1' };
    const session = { client, protocol: '2026-07-28', transport: 'stdio', persona: null, mode: 'search' } as const;
    for (let batch = 0; batch < usageBatches.count; batch++) {
      const log = await openUsageLog({
        ...{ userDataDir: user, root: workspace, files: nodeFiles, logger: silentLogger },
        ...{ now: Date.now, settings: () => settings },
      });
      const host = log.begin(session);
      for (let n = 0; n < usageBatches.requests; n++) {
        log.note(host, {
          ...{
            kind: 'call',
            tool: 'orders.get',
            source: 'orders',
            through: 'tool_call_read',
            outcome: 'ok',
            error: null,
          },
          ...{ elapsed_ms: 2, tokens: 10, upstream_ms: 1, arguments: 'x'.repeat(500), result: 'y'.repeat(2000) },
        });
      }
      log.close();
    }
  },
};
