import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { discoverConfigs } from '#core/client-configs/discover-configs.ts';
import { startCommand } from '#core/client-configs/start-command.ts';
import { runCli } from '../../../src-main/hosts/cli/program.ts';
import { fixtureMachine } from '../../support/fixture-machine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { searchOn, write } from '../../support/workspace.ts';

/** The words that a shell makes of a command. */
const words = (command: string) =>
  execFileSync('bash', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(1, -1);

/** Runs a command where no program and no variable is there: the code of its error. */
async function codeOf(args: readonly string[], cwd: string): Promise<string> {
  let stderr = '';
  await runCli(args, {
    stdout: { write() {}, isTty: false },
    stderr: { write: (text) => (stderr += text) },
    cwd,
    env: { PATH: '/nonexistent' },
    userDataDir: temporaryFolder(),
    builtDir: cwd,
    signal: new AbortController().signal,
  });
  return JSON.parse(stderr.split('\n')[0] ?? '').code;
}

describe.each(['linux', 'darwin', 'win32'] as const)('start commands on %s', (platform) => {
  it('are accepted as they are printed', async () => {
    const cwd = temporaryFolder();
    write(cwd, 'pegboard.yaml', searchOn);
    const servers = (await discoverConfigs(fixtureMachine(platform))).flatMap((config) => config.servers);
    // A server without a variable would be reached over the network.
    const local = servers.filter(({ transport, variables }) => transport.type === 'stdio' || variables.length > 0);
    expect(local.length).toBeGreaterThan(12);
    for (const server of local) {
      const args = words(startCommand(server));
      // An address that starts with a reference is for a shell to fill in.
      if (server.transport.type === 'http' && server.transport.url.startsWith('$')) continue;
      const code = await codeOf(args, cwd);
      expect(['variable_missing', 'server_not_started'], `${args.join(' ')}: ${code}`).toContain(code);
      const at = args.indexOf('--');
      if (server.transport.type === 'stdio')
        expect(args.slice(at + 1)).toEqual([server.transport.command, ...server.transport.args]);
    }
  });
});

it('a start command names the folder, and only what can be named', () => {
  const transport = { type: 'stdio' as const, command: 'x', args: ["it's"], env: {}, cwd: '/srv/my tools' };
  expect(startCommand({ name: 'a b', transport })).toBe(
    "pegboard import --mcp --name a-b --cwd '/srv/my tools' -- x 'it'\\''s'",
  );
});
