import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { SignInStore } from '#core/secrets/sign-in-store.ts';
import { mutateDocument } from '../mutate/document.ts';
import { runCommand } from '../sandbox/run-command.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Reader } from './reader.ts';

/** Commands that leave something in the user's own folder. */
async function useOnce(sandbox: Sandbox): Promise<void> {
  await runCommand(sandbox, ['simulate', 'scenarios/order.scenario.yaml', '--remember']);
  await runCommand(sandbox, ['import', '--source', 'remote', '--yes', '--timeout', '5']);
  await runCommand(sandbox, ['tools']);
  const signIns = new SignInStore({
    userDataDir: sandbox.user,
    files: nodeFiles,
    logger: silentLogger,
    now: () => 0,
    box: undefined,
  });
  await signIns.put(new URL('http://127.0.0.1:1/mcp'), 'http://127.0.0.1:1/mcp', {
    authorization_server: 'http://127.0.0.1:1',
    client: { client_id: 'pegboard', client_secret: 'planted-client-77aa' },
    tokens: { access_token: 'planted-access-77aa', token_type: 'Bearer', refresh_token: 'planted-refresh-77aa' },
    metadata: null,
    resource: null,
  });
}

/** What Pegboard keeps for the user outside of every workspace: consent, sign-ins, recent workspaces, working memories. */
export const userFiles: Reader = {
  name: 'user files',
  cases: 250,
  prepare: async (sandbox) => {
    await useOnce(sandbox);
    const files = readdirSync(sandbox.user, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(sandbox.root.length + 1)).sort();
    return Object.fromEntries(paths.map((path) => [path, readFileSync(join(sandbox.root, path), 'utf8')]));
  },
  make: (random, { prepared }) => {
    const path = random.pick(Object.keys(prepared).filter((name) => name.endsWith('.json')));
    const [args, writes] = random.pick<readonly [readonly string[], boolean]>([
      [['simulate', 'scenarios/order.scenario.yaml', '--remember'], true],
      [['import', '--source', 'remote', '--timeout', '5'], true],
      [['import', '--source', 'remote', '--yes', '--timeout', '5'], true],
      [['sources'], false],
      [['sources', 'sign-out', 'remote'], true],
      [['import', '--url', 'http://127.0.0.1:1/mcp', '--timeout', '5'], true],
      [['doctor'], false],
    ]);
    const human = random.chance(0.3) ? ['--format', 'human'] : [];
    return {
      files: [{ path, bytes: mutateDocument(prepared[path] ?? '', 'json', { random }) }],
      commands: [{ args: [...args, ...human], writes }],
      secrets: ['planted-access-77aa', 'planted-refresh-77aa', 'planted-client-77aa'],
    };
  },
};
