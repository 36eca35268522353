import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  referenceForEnv,
  referenceForHeader,
  referencesInArguments,
  referencesInText,
  referencesInUrl,
} from '#core/client-configs/secret-references.ts';

/** A secret long enough that it is nowhere by chance. */
const secret = fc.stringMatching(/^[a-z0-9]{6}Q[A-Za-z0-9]{12,30}$/);

describe('secret references (architecture §4, §7)', () => {
  it('keep no value of a variable or a header', () => {
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        const text = `${before}${value}${after}`;
        expect(referenceForEnv('KEY', text).text).not.toContain(value);
        expect(referenceForHeader('s', 'X-Key', text).text).not.toContain(value);
        expect(referenceForHeader('s', 'Authorization', `Bearer ${value}`).text).not.toContain(value);
      }),
    );
  });

  it('keep the name of a variable when it is one', () => {
    const names = ['http_proxy', 'GITHUB_TOKEN', 'my key', '9lives', ''];
    expect(names.map((name) => referenceForEnv(name, 'x').variables[0])).toEqual([
      'http_proxy',
      'GITHUB_TOKEN',
      'MY_KEY',
      'VALUE_9LIVES',
      'VALUE_',
    ]);
  });

  it('keep no default of a reference', () => {
    fc.assert(
      fc.property(secret, (value) => {
        const found = referenceForEnv('KEY', `\${OTHER:-${value}}`);
        expect(found).toEqual({ text: '${env:OTHER}', variables: ['OTHER'], defaulted: ['OTHER'] });
      }),
    );
  });

  it('keep no credential of a URL', () => {
    fc.assert(
      fc.property(secret, fc.webUrl(), (value, url) => {
        const { host, pathname } = new URL(url);
        for (const text of [
          `https://user:${value}@${host}${pathname}`,
          `https://${value}@${host}/`,
          `https://${host}/?api_key=${value}`,
          `https://${host}/?page=1&token=${value}#${value}`,
        ]) {
          expect(referencesInUrl('s', text).text).not.toContain(value);
        }
      }),
    );
  });

  it.each(['sk-', 'eyJ-', '${a:-', 'https://', 'a=', '-', '_', '${env:a}'])('take no time over much of %s', (piece) => {
    const text = piece.repeat(300_000);
    const start = performance.now();
    referenceForEnv(text, text);
    referenceForHeader('s', text, text);
    referencesInUrl('s', text);
    referencesInUrl('s', `https://h/?${text}`);
    referencesInArguments('s', [text, text]);
    referencesInText('s', text);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('give each secret of a URL a variable of its own, and are stable when applied again', () => {
    const once = referencesInUrl('s', 'https://a:b@h/?key=one&key=two');
    expect(once.text).toBe('https://${env:S_URL_USER}:${env:S_URL_PASSWORD}@h/?key=${env:S_KEY}&key=${env:S_KEY_2}');
    expect(referencesInUrl('s', once.text).text).toBe(once.text);
  });

  it.each([
    [
      ['--token', 'hunter2'],
      ['--token', '${env:S_TOKEN}'],
    ],
    [['--api-key=hunter2'], ['--api-key=${env:S_API_KEY}']],
    [
      ['-e', 'KEY=hunter2'],
      ['-e', 'KEY=${env:KEY}'],
    ],
    [['DB_PASSWORD=hunter2'], ['DB_PASSWORD=${env:DB_PASSWORD}']],
    [
      ['--header', 'Authorization: Bearer hunter2'],
      ['--header', 'Authorization: Bearer ${env:S_AUTHORIZATION}'],
    ],
    [
      ['--header', 'Authorization:hunter2'],
      ['--header', 'Authorization:${env:S_AUTHORIZATION}'],
    ],
    [['ghp_0123456789012345678901234567890123456789'], ['${env:S_TOKEN}']],
    [
      ['--url', 'https://u:hunter2@h/'],
      ['--url', 'https://${env:S_URL_USER}:${env:S_URL_PASSWORD}@h/'],
    ],
    [
      ['--token', '${MY_TOKEN}'],
      ['--token', '${env:MY_TOKEN}'],
    ],
  ])('mask %j', (args, expected) => {
    expect(referencesInArguments('s', args).args).toEqual(expected);
  });

  it.each([
    [['-y', '@modelcontextprotocol/server-filesystem@2025.8.21', '/home/ada/Documents']],
    [['run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/github/github-mcp-server']],
    [['--token', '--verbose']],
    [['--directory', 'C:\\Users\\ada\\work', 'run', 'server.py']],
    [['mcp-remote', 'https://mcp.example.com/sse?page=2']],
    [['--cwd', '${workspaceFolder}/x']],
  ])('leave %j', (args) => {
    expect(referencesInArguments('s', args)).toEqual({ args, variables: [], defaulted: [] });
  });
});
