import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { KeptValues } from '#core/secrets/kept-values.ts';
import { SignInStore } from '#core/secrets/sign-in-store.ts';
import { ConsentStore } from '#core/sources/consent-store.ts';
import { RecentWorkspaces } from '#core/workspace/recent-workspaces.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const [processes, rounds] = [4, 5];

/** Keeps something of each kind, each round at the moment when the other processes do. */
const script = `
  const { nodeFiles } = await import('#core/files/node-files.ts');
  const { silentLogger } = await import('#core/logger.ts');
  const { KeptValues } = await import('#core/secrets/kept-values.ts');
  const { SignInStore } = await import('#core/secrets/sign-in-store.ts');
  const { ConsentStore } = await import('#core/sources/consent-store.ts');
  const { RecentWorkspaces } = await import('#core/workspace/recent-workspaces.ts');
  const [userDataDir, begin, self, rounds] = process.argv.slice(1);
  const given = { userDataDir, files: nodeFiles, logger: silentLogger, now: Date.now, box: undefined };
  const [kept, signIns, consents, recent] =
    [KeptValues, SignInStore, ConsentStore, RecentWorkspaces].map((Kind) => new Kind(given));
  const signIn = {
    tokens: { access_token: 'a', token_type: 'Bearer' }, client: { client_id: 'us' },
    authorization_server: 'https://login.example', metadata: null, resource: null,
  };
  for (let i = 0; i < Number(rounds); i++) {
    while (Date.now() < Number(begin) + 100 * i);
    const name = 'N' + self + '_' + i;
    await Promise.all([
      kept.put(userDataDir, { [name]: name }),
      signIns.put(new URL('https://mcp.example/' + name), name, signIn),
      consents.grant(userDataDir, { command: name }, name),
      recent.add('/' + name, new Date()),
    ]);
  }`;

it('processes that keep values, sign-ins, consents and recent workspaces at the same moment lose none', async () => {
  const userDataDir = temporaryFolder();
  const begin = String(Date.now() + 2000);
  await Promise.all(
    Array.from({ length: processes }, async (_, self) => {
      const given = ['--input-type=module', '-e', script, userDataDir, begin, String(self), String(rounds)];
      const child = spawn(process.execPath, given, {
        cwd: join(import.meta.dirname, '../..'),
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      await once(child, 'exit');
      expect(child.exitCode).toBe(0);
    }),
  );
  const names = Array.from({ length: processes * rounds }, (_, i) => `N${i % processes}_${Math.floor(i / processes)}`);
  const given = { userDataDir, files: nodeFiles, logger: silentLogger, now: Date.now, box: undefined };
  expect(Object.keys(await new KeptValues(given).of(userDataDir)).sort()).toEqual(names.sort());
  const urls = names.map((name) => new URL(`https://mcp.example/${name}`));
  expect(await new SignInStore(given).keptIn(urls)).toEqual(names.map(() => 'file'));
  const connections = names.map((command) => ({ command }));
  expect(await new ConsentStore(given).granted(userDataDir, connections)).toEqual(names.map(() => true));
  const recent = await new RecentWorkspaces(given).list();
  expect(recent.map(({ name }) => name).sort()).toEqual(names);
});
