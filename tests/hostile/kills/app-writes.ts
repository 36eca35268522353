import { join } from 'node:path';
import type { PegboardClient } from '../../support/in-process-client.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { baseScenario } from '../seeds/base-workspace.ts';
import { skillFiles } from '../seeds/skills.ts';

type AppWrite = (client: PegboardClient, sandbox: Sandbox) => Promise<unknown>;

/** A text as long as a file that people edit, so that half of it is none. */
const long = `# a comment\n${'# of many lines\n'.repeat(4000)}`;

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
};
