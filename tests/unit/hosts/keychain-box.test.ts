import { afterEach, describe, expect, it, vi } from 'vitest';
import { keychainBox } from '../../../src-main/hosts/electron/keychain-box.ts';

vi.mock('electron', () => import('../../e2e/electron/stand-in/safe-storage.ts'));

afterEach(() => vi.unstubAllEnvs());

describe('the keychain of the desktop app', () => {
  it('seals and opens', () => {
    const box = keychainBox();
    const sealed = box?.seal('a token') ?? '';
    expect([sealed.includes('a token'), box?.open(sealed)]).toEqual([false, 'a token']);
  });

  it('is not used where there is none', () => {
    vi.stubEnv('STAND_IN_KEYCHAIN', 'none');
    expect(keychainBox()).toBeUndefined();
  });

  it.runIf(process.platform === 'linux')('is not used where everybody knows its password', () => {
    vi.stubEnv('STAND_IN_KEYCHAIN', 'basic_text');
    expect(keychainBox()).toBeUndefined();
  });
});
