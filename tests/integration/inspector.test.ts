import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Era, eras } from '../support/gateway.ts';
import { httpGateway, stdioGateway, workspaceOf } from '../support/gateway-process.ts';
import { projectFolder, realServer } from '../support/mcp-servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, write } from '../support/workspace.ts';

const inspector = join(projectFolder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

/** What the inspector says to one request, and the code that it ends with. */
function inspect(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const home = temporaryFolder();
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home };
  return new Promise((done) => {
    const child = execFile(process.execPath, [inspector, '--cli', ...args], { env }, (_error, stdout, stderr) => {
      done({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

type Workspace = Awaited<ReturnType<typeof workspaceOf>>;

/** How the inspector reaches the gateway of a workspace. */
const reached = {
  stdio: async (workspace: Workspace) => {
    const { command, args, env } = stdioGateway(workspace);
    return ['-e', `PEGBOARD_HOME=${env.PEGBOARD_HOME}`, command, ...args];
  },
  http: async (workspace: Workspace) => {
    const { url, token } = await httpGateway(workspace);
    return ['--server-url', url, '--header', `Authorization: Bearer ${token}`];
  },
};
const transports = ['stdio', 'http'] as const;
const pairs = eras.flatMap((era: Era) => transports.map((transport) => ({ era, transport })));

const skillsYaml = `${searchOn}skills: {enabled: true, skill_packs: [{name: team, path: packs/team, format: skill-md}]}\n`;

describe.each(pairs)('the inspector, in the $era era over $transport', ({ era, transport }) => {
  it('verifies every file of every skill of the gateway', async () => {
    const workspace = await workspaceOf({}, skillsYaml);
    for (const name of ['review-a-change', 'write-a-note']) {
      write(
        workspace.cwd,
        `packs/team/${name}/SKILL.md`,
        `---\nname: ${name}\ndescription: Helps.\n---\n\n1. Read it.\n`,
      );
      write(workspace.cwd, `packs/team/${name}/references/style.md`, '# Style\r\n');
    }
    const options = ['--protocol-era', era, '--connect-timeout', '60000', '--format', 'json', '--quiet'];
    const server = await reached[transport](workspace);
    const verified = await inspect([...options, '--method', 'skills/list', '--verify', ...server]);
    expect([verified.code, verified.stderr]).toEqual([0, '']);
    expect(verified.stdout).toContain('skill://team/write-a-note/references/style.md');
  });
});

describe.each(pairs)('the inspector, in the $era era over $transport', ({ era, transport }) => {
  it('finds nothing wrong with the list in its strict mode, and searches, shows and calls', async () => {
    const server = await reached[transport](await workspaceOf({ everything: realServer('everything') }));
    const ask = async (...method: string[]) => {
      const options = ['--protocol-era', era, '--connect-timeout', '60000', '--format', 'json', '--quiet'];
      const { code, stdout, stderr } = await inspect([...options, '--method', ...method, ...server]);
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    };
    const call = (name: string, args: object) =>
      ask('tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args));
    const [listed, found, shown, called] = await Promise.all([
      ask('tools/list', '--strict'),
      call('tool_search', { query: 'sum of two numbers' }),
      call('tool_get', { names: ['everything__get-sum'] }),
      call('tool_call_read', { name: 'everything__echo', arguments: { message: 'through the gateway' } }),
    ]);
    expect(JSON.parse(listed).result.tools.map(({ name }: { name: string }) => name)).toContain('tool_search');
    expect(found).toContain('everything__get-sum(');
    expect(shown).toContain('call_with');
    expect(called).toContain('Echo: through the gateway');
  });
});
