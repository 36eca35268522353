import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { PegboardError } from '#shared/errors.ts';
import { folderContents } from '../../support/folder-contents.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testServices, write } from '../../support/workspace.ts';

const yaml = `# kept
sources:
  # the files
  - name: files
    path: sources/files.json
    format: tools_list
    always_loaded_tools: [read, files.write] # why
    unknown: 1
  - {name: mail, path: sources/mail.jsonl, format: tools_jsonl}
overlays:
  files.read: {tags: [disk], related_tools: [files.write, mail.send]}
policy:
  denied_tools: [files.delete]
personas:
  - {name: guest, hidden_tools: ["files.*", "*.send"]}
tool_search:
  preferred_namespaces: [files]
`;

/** The files that matter: the cache holds a lock. */
function withoutCache(root: string): Record<string, string> {
  return Object.fromEntries(Object.entries(folderContents(root)).filter(([path]) => !path.startsWith('.pegboard')));
}

async function workspace(text = yaml, files: Files = nodeFiles) {
  const root = temporaryFolder();
  const tools = ['read', 'write', 'delete'].map((name) => ({ name, inputSchema: { type: 'object' } }));
  write(root, 'sources/files.json', JSON.stringify({ tools }));
  write(root, 'sources/mail.jsonl', '{"name": "mail.send"}\n');
  write(root, 'pegboard.yaml', text);
  const services = await testServices({ files });
  await services.workspace.open({ path: root });
  return { root, services, text: () => readFileSync(join(root, 'pegboard.yaml'), 'utf8') };
}

describe('renaming a source', () => {
  it('takes its tools, its file and every setting that names them along; comments and unknown keys stay', async () => {
    const { root, services, text } = await workspace();
    const plan = await services.sources.rename({ name: 'files', to: 'disk', apply: true });
    expect(plan.tools).toContainEqual({ from: 'files.read', to: 'disk.read' });
    expect(plan.fields.map(({ path, to }) => `${path} → ${to}`)).toEqual(
      expect.arrayContaining([
        'policy.denied_tools.0 → disk.delete',
        'personas.0.hidden_tools.0 → disk.*',
        'overlays.files.read → disk.read',
        'tool_search.preferred_namespaces.0 → disk',
      ]),
    );
    expect(text()).toBe(
      yaml.replaceAll('files.', 'disk.').replace('name: files', 'name: disk').replace('[files]', '[disk]'),
    );
    expect([existsSync(join(root, 'sources/files.json')), existsSync(join(root, 'sources/disk.json'))]).toEqual([
      false,
      true,
    ]);
    const names = (await services.catalog.list()).map((tool) => tool.name);
    expect(names).toEqual(['disk.read', 'disk.write', 'mail.send']);
    expect((await services.catalog.get({ name: 'disk.read' }))?.tool.tags).toEqual(['disk']);
  });

  it('only says so without apply', async () => {
    const { root, services } = await workspace();
    const before = withoutCache(root);
    const plan = await services.sources.rename({ name: 'files', to: 'disk', apply: false });
    expect([plan.written, plan.tools.length]).toEqual([false, 3]);
    expect(withoutCache(root)).toEqual(before);
  });

  it('writes what it said that it would do, however often it was asked before', async () => {
    const { root, services, text } = await workspace();
    const plans = [];
    for (const apply of [false, false, true]) {
      plans.push(await services.sources.rename({ name: 'files', to: 'disk', apply }));
    }
    expect(plans[1]?.fields).toEqual(plans[0]?.fields);
    expect(plans[2]?.fields).toEqual(plans[0]?.fields);
    expect(text()).toContain('- name: disk\n    path: sources/disk.json\n');
    expect(existsSync(join(root, 'sources/disk.json'))).toBe(true);
  });

  it('leaves the names of a tools.jsonl as they are', async () => {
    const { services } = await workspace();
    const plan = await services.sources.rename({ name: 'mail', to: 'post', apply: true });
    expect(plan.tools).toEqual([]);
    expect((await services.catalog.list()).map((tool) => tool.name)).toContain('mail.send');
  });

  it.each([
    ['gone', 'x', 'source_not_found'],
    ['files', 'mail', 'source_exists'],
  ])('%s to %s is %s, and nothing changes', async (name, to, code) => {
    const { root, services } = await workspace();
    const before = withoutCache(root);
    await expect(services.sources.rename({ name, to, apply: true })).rejects.toMatchObject({ code });
    expect(withoutCache(root)).toEqual(before);
  });

  it('refuses names that other tools have', async () => {
    const { root, services } = await workspace();
    write(root, 'sources/mail.jsonl', '{"name": "disk.read"}\n');
    const before = withoutCache(root);
    await expect(services.sources.rename({ name: 'files', to: 'disk', apply: true })).rejects.toMatchObject({
      code: 'tool_name_conflict',
    });
    expect(withoutCache(root)).toEqual(before);
  });
});

describe('removing, disabling, enabling a source', () => {
  it('removes it, keeps its list aside, and importing that brings it back', async () => {
    const { root, services, text } = await workspace();
    const result = await services.sources.remove({ name: 'files' });
    expect(result).toMatchObject({ source: 'files', tools: 3, kept_at: '.pegboard/removed/files.json' });
    expect((await services.catalog.list()).map((tool) => tool.name)).toEqual(['mail.send']);
    expect(text()).toContain('# kept');
    expect(text()).not.toContain('sources/files.json');
    const kept = readFileSync(join(root, '.pegboard/removed/files.json'), 'utf8');
    await services.catalog.applyImport({ files: [{ name: 'files.json', text: kept }] });
    expect((await services.catalog.list()).map((tool) => tool.name)).toContain('files.read');
  });

  it('removes one whose path leads out of the workspace, and touches nothing there', async () => {
    const { services, root, text } = await workspace(`${yaml.replace('sources/mail.jsonl', '../mail.jsonl')}`);
    write(root, '../mail.jsonl', 'precious');
    expect(await services.sources.remove({ name: 'mail' })).toMatchObject({ source: 'mail', kept_at: null });
    expect(text()).not.toContain('mail.jsonl');
    expect(readFileSync(join(root, '../mail.jsonl'), 'utf8')).toBe('precious');
    rmSync(join(root, '../mail.jsonl'));
  });

  it('turns it off and on; the file is then as before', async () => {
    const { services, text } = await workspace();
    expect(await services.sources.setEnabled({ name: 'files', enabled: false })).toMatchObject({ written: true });
    expect(text()).toContain('enabled: false');
    expect((await services.sources.list()).map(({ status }) => status)).toEqual(['disabled', 'ready']);
    expect((await services.catalog.list()).map((tool) => tool.name)).toEqual(['mail.send']);
    expect(await services.sources.setEnabled({ name: 'files', enabled: true })).toMatchObject({ written: true });
    expect(text()).toBe(yaml);
    expect(await services.sources.setEnabled({ name: 'files', enabled: true })).toMatchObject({ written: false });
  });

  it('does not enable what would meet tools of the same name', async () => {
    const { root, services, text } = await workspace(yaml.replace('tools_jsonl}', 'tools_jsonl, enabled: false}'));
    write(root, 'sources/mail.jsonl', '{"name": "files.read"}\n');
    const before = text();
    await expect(services.sources.setEnabled({ name: 'mail', enabled: true })).rejects.toMatchObject({
      code: 'tool_name_conflict',
    });
    expect(text()).toBe(before);
  });

  it('names the sources that are there when one is not', async () => {
    const { services } = await workspace();
    await expect(services.sources.remove({ name: 'fils' })).rejects.toMatchObject({ hint: 'Did you mean "files"?' });
  });
});

describe('undoing a removal', () => {
  const files = (root: string) => withoutCache(root);

  it('puts everything back, byte for byte, once', async () => {
    const { root, services } = await workspace();
    const before = files(root);
    const { undo } = await services.sources.remove({ name: 'files' });
    expect(files(root)).not.toEqual(before);
    expect(await services.sources.restore({ undo: undo ?? '' })).toEqual({ source: 'files', written: true });
    expect(files(root)).toEqual(before);
    expect((await services.catalog.list()).map((tool) => tool.name)).toContain('files.read');
    await expect(services.sources.restore({ undo: undo ?? '' })).rejects.toMatchObject({ code: 'undo_gone' });
  });

  it.each([
    ['files', 'a comment at the end', (text: string) => `${text}# more\n`],
    ['mail', 'a comment at the end', (text: string) => `${text}# more\n`],
    ['files', 'Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
  ])('%s comes back to its place when pegboard.yaml got %s', async (name, _what, edit) => {
    const { root, services, text } = await workspace();
    const { undo } = await services.sources.remove({ name });
    write(root, 'pegboard.yaml', edit(text()));
    await services.sources.restore({ undo: undo ?? '' });
    expect(text()).toBe(edit(yaml));
  });

  it('both come back when both were removed, in either order', async () => {
    const { services, text } = await workspace();
    const [first, second] = [
      await services.sources.remove({ name: 'files' }),
      await services.sources.remove({ name: 'mail' }),
    ];
    await services.sources.restore({ undo: second.undo ?? '' });
    await services.sources.restore({ undo: first.undo ?? '' });
    expect(text()).toBe(yaml);
    const [third, fourth] = [
      await services.sources.remove({ name: 'files' }),
      await services.sources.remove({ name: 'mail' }),
    ];
    await services.sources.restore({ undo: third.undo ?? '' });
    await services.sources.restore({ undo: fourth.undo ?? '' });
    expect((await services.sources.list()).map(({ name }) => name)).toEqual(['files', 'mail']);
    const config = (await services.workspace.current())?.config;
    expect(config?.sources[0]?.always_loaded_tools).toEqual(['read', 'files.write']);
  });

  it('also into a list that is written in brackets meanwhile', async () => {
    const { root, services, text } = await workspace();
    const { undo } = await services.sources.remove({ name: 'files' });
    write(root, 'pegboard.yaml', 'sources: [{name: mail, path: sources/mail.jsonl, format: tools_jsonl}]\n');
    await services.sources.restore({ undo: undo ?? '' });
    expect(text()).toMatch(/^sources: \[\{name: mail.*\{name: files, .*always_loaded_tools: \["read","files.write"\]/);
    expect((await services.catalog.list()).map((tool) => tool.name)).toEqual([
      'files.delete',
      'files.read',
      'files.write',
      'mail.send',
    ]);
  });

  it.each<[string, string, (root: string) => unknown]>([
    ['a source of the name is there again', 'source_exists', (root) => write(root, 'pegboard.yaml', yaml)],
    ['a file lies in its place', 'source_exists', (root) => write(root, 'sources/files.json', '{"tools": []}')],
    ['its list is gone', 'undo_gone', (root) => rmSync(join(root, '.pegboard'), { recursive: true })],
    ['its list is another one', 'undo_gone', (root) => write(root, '.pegboard/removed/files.json', '{"tools": []}')],
    [
      'another source took the names of its tools',
      'tool_name_conflict',
      (root) => write(root, 'sources/mail.jsonl', '{"name": "files.read"}\n'),
    ],
  ])('not when %s, and nothing changes', async (_why, code, meanwhile) => {
    const { root, services } = await workspace();
    const { undo } = await services.sources.remove({ name: 'files' });
    meanwhile(root);
    const before = files(root);
    await expect(services.sources.restore({ undo: undo ?? '' })).rejects.toMatchObject({ code });
    expect(files(root)).toEqual(before);
  });

  it('not while the disk is full: the list stays aside, and it can be undone later', async () => {
    let isFull = false;
    const { root, services, text } = await workspace(yaml, {
      ...nodeFiles,
      writeAll: (writes) =>
        isFull ? Promise.reject(new PegboardError('disk_full', 'The disk is full.')) : nodeFiles.writeAll(writes),
    });
    const { undo } = await services.sources.remove({ name: 'files' });
    const before = folderContents(root);
    isFull = true;
    await expect(services.sources.restore({ undo: undo ?? '' })).rejects.toMatchObject({ code: 'disk_full' });
    expect(Object.keys(folderContents(root))).toEqual(Object.keys(before));
    isFull = false;
    await services.sources.restore({ undo: undo ?? '' });
    expect(text()).toBe(yaml);
  });

  it('not in another workspace', async () => {
    const { services } = await workspace();
    const { undo } = await services.sources.remove({ name: 'files' });
    await services.workspace.openDemo();
    await expect(services.sources.restore({ undo: undo ?? '' })).rejects.toMatchObject({ code: 'undo_gone' });
  });
});

describe('a live source in pegboard.yaml', () => {
  const live = (mcp: string) => `sources:\n  - {name: x, path: sources/mail.jsonl, format: tools_jsonl, mcp: ${mcp}}\n`;

  it.each([
    ['{}', /either a command or a url/],
    ['{command: a, url: "https://x.example"}', /either a command or a url/],
    // A test of the program in the same process gives every schema its words.
    ['{command: a, env: {"1x": b}}', /not a name of a variable|Invalid key|has a key that is not allowed/],
  ])('%s is refused with its place', async (mcp, words) => {
    const root = temporaryFolder();
    write(root, 'sources/mail.jsonl', '{"name": "mail.send"}\n');
    write(root, 'pegboard.yaml', live(mcp));
    const services = await testServices();
    await expect(services.workspace.open({ path: root })).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringMatching(words),
    });
  });

  it('keeps and reports a key that it does not know', async () => {
    const root = temporaryFolder();
    write(root, 'sources/mail.jsonl', '{"name": "mail.send"}\n');
    write(root, 'pegboard.yaml', live('{command: a, comand: b}'));
    const services = await testServices();
    const { findings } = await services.workspace.open({ path: root });
    expect(findings).toContainEqual(expect.objectContaining({ code: 'unknown_key', hint: 'Did you mean "command"?' }));
  });
});
