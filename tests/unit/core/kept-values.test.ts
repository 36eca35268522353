import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { KeptValues } from '#core/secrets/kept-values.ts';
import type { SecretBox } from '#core/secrets/sign-in-store.ts';
import { firstAnswerIsLate } from '../../support/late-answer.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A store in a folder, and what it logged. */
function store(userDataDir: string, box?: SecretBox, files = nodeFiles) {
  const logged: unknown[] = [];
  const log = (...words: unknown[]) => void logged.push(words);
  const logger = { info: log, warn: log, error: log, debug: log };
  return { kept: new KeptValues({ userDataDir, files, logger, now: () => 0, box }), logged };
}

const box: SecretBox = {
  seal: (text) => `sealed:${Buffer.from(text).toString('hex')}`,
  open: (sealed) => {
    if (!sealed.startsWith('sealed:')) throw new Error('not ours');
    return Buffer.from(sealed.slice(7), 'hex').toString('utf8');
  },
};

describe('kept values', () => {
  it('are for their workspace only, in a file that only the user reads', async () => {
    const [home, one, other] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const { kept } = store(home);
    await kept.put(one, { TOKEN: 'value-1', URL: 'x' });
    expect(statSync(join(home, 'variables.json')).mode & 0o777).toBe(0o600);
    const { kept: again } = store(home);
    expect(await again.of(one)).toEqual({ TOKEN: 'value-1', URL: 'x' });
    expect([await again.of(other), await again.list(other)]).toEqual([{}, []]);
    expect(await again.list(one)).toEqual(
      ['TOKEN', 'URL'].map((name) => ({ name, kept_in: 'file', kept_at: '1970-01-01T00:00:00.000Z', readable: true })),
    );
    expect(JSON.stringify(await again.list(one))).not.toContain('value-1');
  });

  it('replace those of the same name, and are forgotten by name', async () => {
    const [home, one, other] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const { kept } = store(home);
    await Promise.all([kept.put(one, { A: '1' }), kept.put(other, { A: '2' }), kept.put(one, { A: '3', B: '4' })]);
    expect([await kept.of(one), await kept.of(other)]).toEqual([{ A: '3', B: '4' }, { A: '2' }]);
    expect(await kept.forget(one, ['A', 'C'])).toEqual(['A']);
    expect([await kept.of(one), await kept.of(other)]).toEqual([{ B: '4' }, { A: '2' }]);
  });

  it('are those that were given last, when the folder of the first is found last', async () => {
    const [home, root] = [temporaryFolder(), temporaryFolder()];
    const { kept } = store(home, undefined, firstAnswerIsLate('realPath'));
    const [, forgotten] = await Promise.all([kept.put(root, { A: '1', B: '2' }), kept.forget(root, ['A'])]);
    expect([forgotten, await kept.of(root)]).toEqual([['A'], { B: '2' }]);
  });

  it('are sealed by the keychain, and unreadable without it', async () => {
    const [home, root] = [temporaryFolder(), temporaryFolder()];
    await store(home, box).kept.put(root, { TOKEN: 'value-1' });
    expect(readFileSync(join(home, 'variables.json'), 'utf8')).not.toContain('value-1');
    expect(await store(home, box).kept.of(root)).toEqual({ TOKEN: 'value-1' });
    const { kept } = store(home);
    expect(await kept.of(root)).toEqual({});
    expect(await kept.list(root)).toMatchObject([{ name: 'TOKEN', kept_in: 'keychain', readable: false }]);
  });

  it('of a damaged file count as none; the file is put aside before the next is written, and no log quotes it', async () => {
    const [home, root] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(home, 'variables.json'), '{"values": [{"name": "TOKEN", "value": "value-1');
    const { kept, logged } = store(home);
    expect(await kept.of(root)).toEqual({});
    await kept.put(root, { B: '2' });
    expect(await kept.of(root)).toEqual({ B: '2' });
    expect(readdirSync(home).sort()).toEqual(['variables-lock.db', 'variables.json', 'variables.json.damaged']);
    expect(JSON.stringify(logged)).not.toContain('value-1');
  });

  it('are told to the masker once they were seen', async () => {
    const [home, root] = [temporaryFolder(), temporaryFolder()];
    await store(home).kept.put(root, { TOKEN: 'value-1' });
    const { kept } = store(home);
    await kept.of(root);
    expect(kept.secrets()).toEqual([{ name: 'TOKEN', value: 'value-1' }]);
  });
});
