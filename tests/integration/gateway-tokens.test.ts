import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { GatewayTokens } from '../../src-main/hosts/gateway/gateway-tokens.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function setUp() {
  const [userDataDir, workspace, logger] = [temporaryFolder(), temporaryFolder(), recordingLogger()];
  const make = () => new GatewayTokens({ userDataDir, files: nodeFiles, logger, now: () => 0 });
  return { userDataDir, workspace, logger, make, path: join(userDataDir, 'gateway-tokens.json') };
}

describe('tokens of the gateway', () => {
  it('are one for each workspace and persona, and new once', async () => {
    const { make, workspace } = setUp();
    const first = await make().tokenFor(workspace, null);
    const support = await make().tokenFor(workspace, 'support');
    expect([first.isNew, support.isNew]).toEqual([true, true]);
    expect(await make().tokenFor(workspace, null)).toEqual({ token: first.token, isNew: false });
    expect(await make().tokenFor(`${workspace}/../${workspace.split('/').at(-1)}`, 'support')).toEqual({
      token: support.token,
      isNew: false,
    });
    expect(support.token).not.toBe(first.token);
    expect((await make().tokenFor(temporaryFolder(), null)).isNew).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('are written so that only their user can read them', async () => {
    const { make, workspace, path } = setUp();
    await make().tokenFor(workspace, null);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('are made once when several processes start at the same time', async () => {
    const { make, workspace } = setUp();
    const made = await Promise.all(Array.from({ length: 8 }, () => make().tokenFor(workspace, null)));
    expect(new Set(made.map(({ token }) => token)).size).toBe(1);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('lose none when several are made at the same time', async () => {
    const { make, workspace } = setUp();
    const personas = ['a', 'b', 'c', 'd', 'e', 'f'];
    const made = await Promise.all(personas.map((persona) => make().tokenFor(workspace, persona)));
    for (const [index, persona] of personas.entries()) {
      expect(await make().tokenFor(workspace, persona)).toEqual({ token: made[index]?.token, isNew: false });
    }
  });

  it('are found again by a reader, which sees a reset of another process', async () => {
    const { make, workspace } = setUp();
    const { token } = await make().tokenFor(workspace, 'support');
    const holderOf = await make().reader(workspace);
    const elsewhere = await make().reader(temporaryFolder());
    expect(await holderOf(token)).toMatchObject({ persona: 'support' });
    expect(await elsewhere(token)).toBeNull();
    for (const wrong of ['', token.slice(1), `${token}a`, 'x'.repeat(10_000)]) expect(await holderOf(wrong)).toBeNull();
    const next = await make().resetToken(workspace, 'support');
    expect(await holderOf(token)).toBeNull();
    expect(await holderOf(next)).toMatchObject({ persona: 'support' });
  });

  it.skipIf(process.platform === 'win32')('are closed to others again when somebody opened them', async () => {
    const { make, workspace, path, logger } = setUp();
    await make().tokenFor(workspace, null);
    await chmod(path, 0o644);
    await make().tokenFor(workspace, null);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(logger.lines.join('\n')).toContain('Other users could read the tokens');
  });

  it('put a damaged file aside, and never quote it', async () => {
    const { make, workspace, path, logger } = setUp();
    await writeFile(path, '{"tokens": ["a-secret-of-the-user"');
    const holderOf = await make().reader(workspace);
    expect(await holderOf('a-secret-of-the-user')).toBeNull();
    expect((await make().tokenFor(workspace, null)).isNew).toBe(true);
    expect(await readFile(`${path}.damaged`, 'utf8')).toContain('a-secret-of-the-user');
    expect(logger.lines.join('\n')).not.toContain('a-secret-of-the-user');
    expect(logger.lines).not.toEqual([]);
  });
});
