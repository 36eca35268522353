import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretExtractor } from '#core/secrets/extract-secrets.ts';
import { looksLikeKey } from '#core/secrets/secret-names.ts';

describe('slashes on a command line', () => {
  it.each([
    '/tmp/pegboard-e2e-FN7fOY/projects',
    '/Users/jane/Documents/MyProject2024Final/src',
    '/var/folders/x1/zyxvpxvq6csfxvn_n0000000000000/T/Files',
    './packages/Server2/src/MyThing3/build/output',
    '../Checkout2024/Repository7/node_modules/server',
    '~/Library/Application2/Company3/servers/main',
    'packages/Server2/src/Things3/build/output',
    'C:/Users/Jane/Projects2024/Server3/dist/index',
  ])('make a path, which is not a key: %s', (path) => {
    expect(looksLikeKey(path)).toBe(false);
    const taker = new SecretExtractor('s');
    expect(taker.arguments(['--root', path, path], '')).toEqual(['--root', path, path]);
    expect(taker.values.size).toBe(0);
  });

  it.each([
    'wJalrXUt4FEMI/K7MDENG/bPxRfiCYzEXAMPLEKEY',
    '/9j4AAQSkZJRgABAQEAYABgAAD2wBDAAMCAgICAgMC',
    'abcDEF123456abcDEF123456abcDEF123456',
    '0123456789abcdef0123456789abcdef',
  ])('do not make a path of a key: %s', (key) => {
    expect(looksLikeKey(key)).toBe(true);
    expect(new SecretExtractor('s').arguments([key], '')).toEqual(['${env:S_TOKEN}']);
  });

  it('do not make paths of random keys in base64, also of those that start with a slash', () => {
    const key = fc.uint8Array({ minLength: 48, maxLength: 48 }).map((bytes) => Buffer.from(bytes).toString('base64'));
    const random = key.filter((text) => !/([A-Za-z0-9+/])\1\1/.test(text));
    const seeded = { seed: 11, numRuns: 2000 };
    let taken = 0;
    let all = 0;
    fc.assert(
      fc.property(random, (text) => {
        all += 2;
        taken += [text, `/${text}`].filter(looksLikeKey).length;
      }),
      seeded,
    );
    expect(taken / all).toBeGreaterThan(0.98);
  });
});
