import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testServices, workspaceFolder } from '../../support/workspace.ts';

const yaml = `# mine
tool_search: {enabled: true, default_loading_mode: deferred} # both
overlays:
  # the one that matters
  shop.refund:
    tags: [money]
odd_key: 1
`;
const tools = [{ name: 'shop.refund' }, { name: 'shop.get' }];

/** A workspace and what its file says now. */
async function open(): Promise<{ services: Services; root: string; text: () => string; put: (text: string) => void }> {
  const root = workspaceFolder(tools, yaml);
  const services = await testServices();
  await services.workspace.open({ path: root });
  const path = join(root, 'pegboard.yaml');
  return { services, root, text: () => readFileSync(path, 'utf8'), put: (text) => writeFileSync(path, text) };
}

const board: ConfigChange = { path: ['overlays', 'shop.get', 'loading_mode'], value: 'always' };

describe('an edit of pegboard.yaml', () => {
  it('sets fields, shows them at once, and leaves every other byte', async () => {
    const { services, text } = await open();
    const before = text();
    const { written, undo } = await services.config.edit({ changes: [board], label: 'Board: shop.get' });
    expect([written, undo]).toEqual([true, expect.any(String)]);
    expect(text()).toBe(before.replace('odd_key', '  shop.get:\n    loading_mode: always\nodd_key'));
    expect((await services.catalog.get({ name: 'shop.get' }))?.tool.mode).toBe('always');
    const { written: values, effective } = await services.config.read();
    expect(values).toMatchObject({ overlays: { 'shop.get': { loading_mode: 'always' } }, odd_key: 1 });
    expect(effective).toMatchObject({ tool_search: { max_search_results: 10 } });
    expect([values.sources, effective.sources]).toEqual([undefined, undefined]);
    expect(await services.config.edit({ changes: [board] })).toMatchObject({ written: false, undo: null });
  });

  it('is undone and made again, byte for byte', async () => {
    const { services, text } = await open();
    const before = text();
    const { undo } = await services.config.edit({
      changes: [board, { path: ['overlays', 'shop.refund'] }, { path: ['tool_search', 'enabled'], value: false }],
    });
    const after = text();
    expect(after).not.toContain('money');
    const { undo: redo } = await services.config.undo({ undo: undo ?? '' });
    expect(text()).toBe(before);
    await services.config.undo({ undo: redo ?? '' });
    expect(text()).toBe(after);
    await expect(services.config.undo({ undo: undo ?? '' })).rejects.toMatchObject({ code: 'undo_gone' });
  });

  it('is undone beside later edits of other fields, and never over one of the same field', async () => {
    const { services, text } = await open();
    const { undo } = await services.config.edit({ changes: [board] });
    await services.config.edit({ changes: [{ path: ['tool_search', 'max_search_results'], value: 7 }] });
    const other = await services.config.edit({ changes: [{ path: ['policy', 'denied_tools'], value: ['x'] }] });
    await services.config.undo({ undo: undo ?? '' });
    expect(text()).not.toContain('shop.get');
    expect(text()).toContain('max_search_results: 7');
    await services.config.edit({ changes: [{ path: ['policy', 'denied_tools'], value: ['x', 'y'] }] });
    await expect(services.config.undo({ undo: other.undo ?? '' })).rejects.toMatchObject({
      code: 'undo_gone',
      message: expect.stringContaining('policy.denied_tools has changed since'),
    });
    expect(text()).toContain('y');
  });

  it('resets a field, and leaves no empty map behind', async () => {
    const { services, text } = await open();
    await services.config.edit({ changes: [{ path: ['overlays', 'shop.refund', 'tags'] }] });
    expect(text()).not.toContain('overlays');
    expect(text()).toContain('odd_key');
  });

  it('of many tools at once is one write and one undo', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => ({ name: `n${i}.tool` }));
    const root = workspaceFolder(many, yaml);
    const services = await testServices();
    await services.workspace.open({ path: root });
    const before = readFileSync(join(root, 'pegboard.yaml'), 'utf8');
    const changes = many.map(({ name }) => ({ path: ['overlays', name, 'loading_mode'], value: 'always' }));
    const { undo } = await services.config.edit({ changes });
    expect((await services.catalog.list()).filter(({ mode }) => mode === 'always')).toHaveLength(3000);
    await services.config.undo({ undo: undo ?? '' });
    expect(readFileSync(join(root, 'pegboard.yaml'), 'utf8')).toBe(before);
  });

  it.each<[string, ConfigChange[], string, string]>([
    [
      'a wrong value',
      [{ path: ['tool_search', 'max_search_results'], value: 51 }],
      'config_invalid',
      'max_search_results',
    ],
    ['a key that is unknown', [{ path: ['tool_search', 'enabeld'], value: true }], 'config_invalid', 'enabeld'],
    [
      'an alias that is another tool',
      [{ path: ['overlays', 'shop.get', 'aliases'], value: ['shop.refund'] }],
      'tool_name_conflict',
      'shop.refund',
    ],
  ])('refuses %s, naming the place, and writes nothing', async (_what, changes, code, place) => {
    const { services, text } = await open();
    const before = text();
    await expect(services.config.edit({ changes })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(place),
    });
    expect(text()).toBe(before);
  });

  it('is refused when it was made for another text, and when the file has an alias in its way', async () => {
    const { services, text, put } = await open();
    const { revision } = await services.config.read();
    put(text().replace('money', 'cash'));
    const edit = services.config.edit({ changes: [board], base: revision });
    await expect(edit).rejects.toMatchObject({ code: 'config_changed' });
    put(`x: &t [money]\n${text().replace('[cash]', '*t')}`);
    const aliased = services.config.edit({ changes: [{ path: ['x'], value: ['a'] }] });
    await expect(aliased).rejects.toMatchObject({ code: 'config_invalid', hint: expect.stringContaining('alias') });
    expect(text()).toContain('*t');
  });

  const badFolders = [
    '/tmp/x',
    'C:\\x',
    '../x',
    'a/../..',
    '.',
    './',
    '.git',
    'a/.GIT/b',
    'pegboard.yaml',
    'Pegboard.yaml/x',
    'a\0b',
    'a\nb',
    'x'.repeat(5000),
    `${'x'.repeat(256)}/y`,
    'sources/test.jsonl',
    'sources/test.jsonl/deep',
    'out',
    'nowhere/x',
  ];
  it.each(['tool_search', 'skills'])('refuses every %s.cache_dir that could not be opened again', async (section) => {
    const { services, root, text } = await open();
    symlinkSync(temporaryFolder(), join(root, 'out'));
    symlinkSync(join(temporaryFolder(), 'not-there'), join(root, 'nowhere'));
    const before = text();
    for (const value of badFolders) {
      const edit = services.config.edit({ changes: [{ path: [section, 'cache_dir'], value }] });
      await expect(edit, value.slice(0, 100)).rejects.toMatchObject({
        code: 'config_invalid',
        message: expect.stringContaining('cache_dir'),
        hint: expect.any(String),
      });
      expect(text(), value.slice(0, 100)).toBe(before);
    }
    // The workspace opens as before, and takes the next edit.
    const next = { path: [section, 'cache_dir'], value: 'build/cache' };
    expect(await services.config.edit({ changes: [next] })).toMatchObject({ written: true, undo: expect.any(String) });
    expect(await (await testServices()).workspace.open({ path: root })).toMatchObject({ tools: 2 });
    const found = await services.catalog.syncIndex({ rebuild: false }).next();
    expect(found.done).toBe(false);
    expect(await services.config.edit({ changes: [board] })).toMatchObject({ written: true });
  });
});

describe('a change of any kind that would leave files that cannot be opened', () => {
  it('writes none of them', async () => {
    const { services, root, text } = await open();
    const before = text();
    // The file grows beyond what is read of a pegboard.yaml.
    const edit = services.config.edit({ changes: [{ path: ['odd_key'], value: 'x'.repeat(4 * 1024 * 1024) }] });
    await expect(edit).rejects.toMatchObject({ code: 'file_too_large' });
    expect(text()).toBe(before);
    expect(readdirSync(join(root, 'sources'))).toEqual(['test.jsonl']);
    expect(await services.config.edit({ changes: [board] })).toMatchObject({ written: true });
  });
});
