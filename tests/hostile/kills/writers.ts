import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder, runCommand } from '../sandbox/run-command.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { baseTools } from '../seeds/base-workspace.ts';
import { usageBatches } from './app-writes.ts';
import type { Job } from './job.ts';

/** Something that writes, and what is there before it does. */
export interface Writer {
  readonly name: string;
  job(sandbox: Sandbox): Job;
  /** What it changes or replaces, beside the workspace that all begin with. */
  prepare?(sandbox: Sandbox): Promise<unknown>;
  /** What is wrong with what it wrote, beside the files, when it was killed and done again; null for nothing. */
  check?(sandbox: Sandbox): Promise<string | null>;
  /** The workspace that it writes, when that is not the one that all begin with. */
  workspace?(sandbox: Sandbox): string;
}

const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** A captured list, long enough that half of it is none. */
const manyTools = (word: string) =>
  JSON.stringify({
    tools: Array.from({ length: 300 }, (_, n) => ({
      name: `tool_${n}`,
      description: `${word} number ${n}. `.repeat(10),
    })),
  });

const skillsTo = (sandbox: Sandbox, format: string) => [
  ...['packs/house', '--to', format, '--out', join(sandbox.input, 'exported'), '--yes'],
];

/** A skill more, one less, and one that changed, after an export. */
function changeThePack({ workspace }: Sandbox): void {
  const file = join(workspace, 'packs/house/refund.skill.yaml');
  put(file, readFileSync(file, 'utf8').replace('Refund a late parcel', 'Refund any parcel'));
  put(
    join(workspace, 'packs/house/more.skill.jsonl'),
    `${JSON.stringify({ name: 'pack.house.three', trigger: 'Three.', steps: ['Third.'] })}\n`,
  );
}

/** A server that answers at once, and ends with its input: a killed import leaves it alone. */
const server = [process.execPath, join(projectFolder, 'tests/fixtures/mcp-servers/oldest.mjs')];

/** A configuration with values in it, as other programs have them beside a project. Of several servers any may come in first. */
const servers = (names: readonly string[]) =>
  JSON.stringify({
    mcpServers: Object.fromEntries(
      names.map((name) => [name, { command: server[0], args: server.slice(1), env: { A_TOKEN: `value of ${name}` } }]),
    ),
  });

const command = (name: string, args: readonly string[], prepare?: Writer['prepare']): Writer => ({
  name,
  job: () => ({ command: args }),
  ...(prepare && { prepare }),
});
const app = (name: string): Writer => ({ name: `app: ${name}`, job: () => ({ app: name }) });

/** A client's configuration, long enough that half of it is none. */
const clientConfig = JSON.stringify({ mcpServers: { x: { command: 'x', args: Array(500).fill('argument') } } });

/** The log of the gateway has whole batches, those of the last time among them, and was not put aside. */
async function usageLogProblem(sandbox: Sandbox): Promise<string | null> {
  const aside = [...sandbox.contents().keys()].filter((path) => path.includes('.corrupt-'));
  if (aside.length > 0) return `it was taken for damaged: ${aside.join(', ')}`;
  const { code, stdout, stderr } = await runCommand(sandbox, ['gateway', 'log', '--limit', '10000']);
  if (code !== 0) return `it cannot be read: ${stderr}`;
  const { entries } = JSON.parse(stdout) as { entries: readonly unknown[] };
  const { count, requests } = usageBatches;
  const isWhole = entries.length >= count * requests && entries.length % requests === 0;
  return isWhole ? null : `it has ${entries.length} requests after batches of ${requests}`;
}

/** Everything that writes: commands, and what only the app does. */
export const writers: readonly Writer[] = [
  {
    name: 'init',
    job: ({ input }) => ({ command: ['init', join(input, 'new')] }),
    workspace: ({ input }) => join(input, 'new'),
  },
  {
    name: 'import',
    job: ({ input }) => ({ command: ['import', join(input, 'more.json')] }),
    prepare: async ({ input }) => put(join(input, 'more.json'), manyTools('New')),
  },
  {
    name: 'import again',
    job: ({ input }) => ({ command: ['import', join(input, 'more.json')] }),
    prepare: async (sandbox) => {
      put(join(sandbox.input, 'more.json'), manyTools('Old'));
      await runCommand(sandbox, ['import', join(sandbox.input, 'more.json')]);
      put(join(sandbox.input, 'more.json'), manyTools('New'));
    },
  },
  command('live import', ['import', '--mcp', '--name', 'live', '--', ...server]),
  {
    ...command('live import again', ['import', '--source', 'live', '--yes']),
    prepare: async (sandbox) => {
      await runCommand(sandbox, ['import', '--mcp', '--name', 'live', '--', ...server]);
      const stored = join(sandbox.workspace, 'sources/live.json');
      put(stored, readFileSync(stored, 'utf8').replace('greet', 'greeted'));
    },
  },
  {
    ...command('.mcp.json import', ['import', '.mcp.json', '--yes', '--env-from-file', '--keep']),
    prepare: async ({ workspace }) => put(join(workspace, '.mcp.json'), servers(['first'])),
  },
  {
    ...command('consent', ['import', '--source', 'live', '--yes']),
    prepare: async (sandbox) => {
      await runCommand(sandbox, ['import', '--mcp', '--name', 'live', '--', ...server]);
      rmSync(join(sandbox.user, 'consent.json'));
    },
  },
  {
    ...command('review', ['review', '--lock']),
    prepare: async (sandbox) => {
      put(join(sandbox.input, 'more.json'), manyTools('Old'));
      await runCommand(sandbox, ['import', join(sandbox.input, 'more.json')]);
    },
  },
  {
    ...command('review with an overlay', ['review', '--keep-text', 'more.tool_7']),
    prepare: async (sandbox) => {
      for (const word of ['Old', 'New']) {
        put(join(sandbox.input, 'more.json'), manyTools(word));
        await runCommand(sandbox, ['import', join(sandbox.input, 'more.json')]);
      }
    },
  },
  {
    name: 'import beside a lock',
    job: ({ input }) => ({ command: ['import', join(input, 'more.json')] }),
    prepare: async (sandbox) => {
      await runCommand(sandbox, ['review', '--lock']);
      put(join(sandbox.input, 'more.json'), manyTools('New'));
    },
  },
  command('sources remove beside a lock', ['sources', 'remove', 'remote'], (sandbox) =>
    runCommand(sandbox, ['review', '--lock']),
  ),
  command('sources edit', ['sources', 'edit', 'remote', '--env', `KEY=${'$'}{env:OTHER}`, '--', 'another-program']),
  command('sources remove', ['sources', 'remove', 'remote']),
  command('sources rename', ['sources', 'rename', 'remote', 'far']),
  command('sources disable', ['sources', 'disable', 'shop']),
  command('eval add', ['eval', 'add', 'where is my parcel', 'orders.get']),
  command('eval remove', ['eval', 'remove', 'open a file']),
  {
    name: 'skills convert',
    job: (sandbox) => ({ command: ['skills', 'convert', ...skillsTo(sandbox, 'skill-md')] }),
  },
  {
    name: 'skills export',
    job: (sandbox) => ({ command: ['skills', 'export', ...skillsTo(sandbox, 'skill-md')] }),
    prepare: async (sandbox) => {
      await runCommand(sandbox, ['skills', 'export', ...skillsTo(sandbox, 'skill-md')]);
      changeThePack(sandbox);
    },
  },
  {
    name: 'export packs',
    job: ({ input }) => ({ command: ['export', 'packs', 'house', '--out', join(input, 'packs'), '--yes'] }),
    prepare: async (sandbox) => {
      await runCommand(sandbox, ['export', 'packs', 'house', '--out', join(sandbox.input, 'packs'), '--yes']);
      changeThePack(sandbox);
    },
  },
  {
    name: 'export catalog',
    job: ({ input }) => ({
      command: ['export', 'catalog', '--as', 'pegboard-json', '--out', join(input, 'catalog.json'), '--yes'],
    }),
  },
  command('simulate --update', ['simulate', 'scenarios/order.scenario.yaml', '--update']),
  command('simulate --remember', ['simulate', 'scenarios/order.scenario.yaml', '--remember']),
  {
    ...command('search', ['search', 'tool number 7']),
    prepare: async ({ workspace }) =>
      put(
        join(workspace, 'sources/shop.jsonl'),
        Array.from({ length: 200 }, (_, n) => JSON.stringify({ ...baseTools[0], name: `orders.get_${n}` })).join('\n'),
      ),
  },
  command('skills list', ['skills', 'list']),
  {
    ...command('connect', ['connect', 'cursor', '--project', '--yes']),
    prepare: async ({ workspace }) => put(join(workspace, '.cursor/mcp.json'), clientConfig),
  },
  {
    ...command('connect --undo', ['connect', 'cursor', '--project', '--undo', '--yes']),
    prepare: async (sandbox) => {
      put(join(sandbox.workspace, '.cursor/mcp.json'), clientConfig);
      await runCommand(sandbox, ['connect', 'cursor', '--project', '--yes']);
    },
  },
  {
    ...command('connect --undo of a new file', ['connect', 'cursor', '--project', '--undo', '--yes']),
    prepare: (sandbox) => runCommand(sandbox, ['connect', 'cursor', '--project', '--yes']),
  },
  app('config edit'),
  app('kept value'),
  app('draft'),
  app('scenario'),
  app('skill'),
  app('demo'),
  app('export'),
  { ...app('usage log'), check: usageLogProblem },
];
