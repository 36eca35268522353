import { describe, expect, it } from 'vitest';
import { fixtureServer } from '../support/mcp-servers.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

/** Values that somebody wrote into pegboard.yaml in place of references. */
const literals = [
  'lit-args-41c7',
  'lit-equals-5d2e',
  'lit-user-90ab',
  'lit-query-77fe',
  'lit-header-3c3c',
  'lit-env-8e1d',
];
const [command = '', script = ''] = fixtureServer('oldest');

function workspaceWithLiterals(): string {
  const root = temporaryFolder();
  write(
    root,
    'pegboard.yaml',
    `${searchOn}sources:
  - name: local
    path: sources/local.json
    format: tools_list
    mcp: {command: ${JSON.stringify(command)}, args: [${JSON.stringify(script)}, --token, lit-args-41c7, --api-key=lit-equals-5d2e], env: {API_TOKEN: lit-env-8e1d}}
  - name: far
    path: sources/far.json
    format: tools_list
    mcp: {url: "http://me:lit-user-90ab@127.0.0.1:1/mcp?api_key=lit-query-77fe", headers: {Authorization: Bearer lit-header-3c3c}}
`,
  );
  const tools = JSON.stringify({ tools: [{ name: 'ask', description: 'Ask.', inputSchema: { type: 'object' } }] });
  write(root, 'sources/local.json', tools);
  write(root, 'sources/far.json', tools);
  return root;
}

const found = (text: string) => literals.filter((literal) => text.includes(literal));

// Only a question for consent shows the whole line: what is hidden there could run too.
describe('a secret that somebody wrote into pegboard.yaml', () => {
  it.each([
    ['sources'],
    ['tools', '--problems'],
    ['doctor'],
    ['import', '--source', 'local', '--yes', '--timeout', '20'],
    ['import', '--source', 'far', '--yes', '--timeout', '5'],
    ['sources', 'edit', 'local', '--dry-run', '--env', 'MORE=${env:MORE}'],
    ['call', 'local.ask', '--yes', '--timeout', '20'],
    ['export', 'catalog', '--as', 'pegboard-json'],
  ])('is shown by no command, neither to people nor to programs: %s %s %s', async (...args) => {
    const words = args.filter((word) => word !== undefined);
    for (const format of ['human', 'json']) {
      const cwd = workspaceWithLiterals();
      const run = await runCli([...words, '--format', format], { cwd, env: { PEGBOARD_HOME: temporaryFolder() } });
      expect(run.stdout + run.stderr).not.toBe('');
      expect(found(run.stdout + run.stderr), format).toEqual([]);
    }
  });

  it('is in no list of sources of the app', async () => {
    const services = await testServices();
    await services.workspace.open({ path: workspaceWithLiterals() });
    expect(found(JSON.stringify(await services.sources.list()))).toEqual([]);
  });
});
