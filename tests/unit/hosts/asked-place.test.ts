import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  addressOfLink,
  askedAddress,
  skillAddress,
  workspaceAbove,
} from '../../../src-main/hosts/electron/asked-place.ts';
import { askedWorkspace } from '../../../src-main/hosts/electron/asked-workspace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { write } from '../../support/workspace.ts';

describe('a pegboard:// link', () => {
  it.each([
    ['pegboard://tools/github.create_issue', '/tools/github.create_issue'],
    ['PEGBOARD://tools', '/tools'],
    ['pegboard://tools/', '/tools'],
    ['pegboard://skills/own/refund.skill.md', '/skills/own/refund.skill.md'],
    ['pegboard://search/cancel%20an%20order', '/search/cancel%20an%20order'],
    ['pegboard://tools/%3Cscript%3E', '/tools/%3Cscript%3E'],
  ])('%s names an address', (link, address) => {
    expect(addressOfLink(link)).toBe(address);
  });

  it.each([
    '',
    'tools',
    '#/tools',
    'pegboard:tools',
    'https://pegboard/tools',
    'javascript:alert(1)',
    'app://pegboard/index.html',
    'file:///etc/passwd',
    'pegboard://https://evil.example/#/tools',
    'pegboard:///tools',
    'pegboard://../tools',
    'pegboard://user@tools/x',
    'pegboard://nowhere/x',
    'pegboard://tools/x?run=1',
    'pegboard://tools/x#y',
    'pegboard://tools/a b',
    'pegboard://tools/a\nb',
    'pegboard://tools/a%0Ab',
    'pegboard://tools/\u202eabc',
    `pegboard://tools/${'x'.repeat(2000)}`,
  ])('%j names nothing', (link) => {
    expect(addressOfLink(link)).toBeNull();
  });

  it('is found among arguments, where it is no folder', () => {
    const argv = ['pegboard', '--no-sandbox', 'pegboard://costs'];
    expect(askedAddress(argv)).toBe('/costs');
    expect(askedWorkspace({ argv, isPackaged: true, cwd: '/home/me' })).toBeUndefined();
    expect(askedAddress(['pegboard', '/srv/a'])).toBeNull();
  });
});

describe('a skill file that the system opens', () => {
  it('belongs to the workspace above it', () => {
    const root = temporaryFolder();
    write(root, 'pegboard.yaml', '');
    const file = write(root, 'packs/own/deep/refund.skill.md', '');
    expect(workspaceAbove(file)).toBe(root);
    const alone = write(temporaryFolder(), 'a/refund.skill.md', '');
    expect(workspaceAbove(alone)).toBe(join(alone, '..'));
  });

  it('is shown by its pack and its path in it', () => {
    const packs = [
      { name: 'core', path: 'shipped:core' },
      { name: 'own', path: 'packs/own' },
    ];
    const at = (file: string) => skillAddress(join('/srv/a', file), { root: '/srv/a', packs });
    expect(at('packs/own/deep/refund.skill.md')).toBe('/skills/own/deep/refund.skill.md');
    expect(at('packs/other/refund.skill.md')).toBe('/skills');
  });
});
