import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { KeptValues } from '#core/secrets/kept-values.ts';
import { VariableValues } from '#core/secrets/variable-values.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

function valuesOf(userDataDir: string, env: Readonly<Record<string, string>> = {}): VariableValues {
  const kept = new KeptValues({ userDataDir, files: nodeFiles, logger: silentLogger, now: () => 0, box: undefined });
  return new VariableValues({ env, kept });
}

describe('values of variables', () => {
  it('are those of this session, then the kept ones, then those of the environment', async () => {
    const [home, one, other] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const values = valuesOf(home, { A: 'env', B: 'env', C: 'env', D: 'env' });
    await values.kept.put(one, { B: 'kept', C: 'kept' });
    values.setForSession(one, { C: 'first', D: 'session' });
    values.setForSession(one, { C: 'session' });
    expect(await values.of(one)).toEqual({ A: 'env', B: 'kept', C: 'session', D: 'session' });
    expect(await values.given(one)).toEqual({ B: 'kept', C: 'session', D: 'session' });
    expect(await values.of(other)).toEqual({ A: 'env', B: 'env', C: 'env', D: 'env' });
    expect(await values.given(other)).toEqual({});
  });

  it('are kept for the next start and this one, until they are forgotten in both', async () => {
    const [home, root] = [temporaryFolder(), temporaryFolder()];
    const values = valuesOf(home);
    await values.keep(root, { TOKEN: 'value-1', URL: 'x' });
    expect(await valuesOf(home).given(root)).toEqual({ TOKEN: 'value-1', URL: 'x' });
    // Of a store that was deleted by hand, this session still knows.
    await values.kept.forget(root, ['URL']);
    expect(await values.given(root)).toEqual({ TOKEN: 'value-1', URL: 'x' });
    expect(await values.forget(root, ['TOKEN', 'URL', 'OTHER'])).toEqual(['TOKEN']);
    expect(await values.given(root)).toEqual({});
    expect(await values.forget(temporaryFolder(), ['TOKEN'])).toEqual([]);
  });

  it('are all hidden, those of the session, kept ones, and those that were forgotten since', async () => {
    const [home, one, other] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const values = valuesOf(home, { ENV: 'not given' });
    await values.keep(one, { TOKEN: 'value-1' });
    values.setForSession(other, { KEY: 'value-2' });
    await values.forget(one, ['TOKEN']);
    expect(values.secrets()).toEqual([
      { name: 'TOKEN', value: 'value-1' },
      { name: 'KEY', value: 'value-2' },
    ]);
  });

  it('are told by name to those who listen, and that something changed', async () => {
    const [home, root] = [temporaryFolder(), temporaryFolder()];
    const values = valuesOf(home);
    const heard: unknown[] = [];
    const stop = values.onGiven((...given) => heard.push(given));
    await values.keep(root, { TOKEN: 'value-1' });
    values.setForSession(root, { A: '1', B: '2' });
    expect(heard).toEqual([
      [root, ['TOKEN']],
      [root, ['A', 'B']],
    ]);
    expect(values.changed.count).toBe(2);
    await values.forget(root, ['A']);
    expect(values.changed.count).toBe(3);
    stop();
    values.setForSession(root, { A: '1' });
    expect(heard).toHaveLength(2);
  });
});
