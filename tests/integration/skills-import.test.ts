import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Services } from '#core/services.ts';
import type { ImportPlan } from '#shared/domain/import-plan.ts';
import { folderContents } from '../support/folder-contents.ts';
import { gatewayOf, hostAt } from '../support/gateway.ts';
import { httpGateway, stdioGateway, workspaceOf } from '../support/gateway-process.ts';
import { everySkillFile } from '../support/gateway-skills.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

type Input = Parameters<Services['sources']['importMcp']>[0];

const skillsOn = `${searchOn}skills: {enabled: true, scope_mode: global, skill_packs: []}\n`;
const good = ['pack/good/SKILL.md', 'pack/good/scripts/run.sh'];

/** An empty workspace that is open. */
async function emptyWorkspace(yaml = skillsOn): Promise<{ services: Services; root: string }> {
  const root = join(temporaryFolder(), 'around', 'workspace');
  write(root, 'pegboard.yaml', yaml);
  const services = await testServices();
  await services.workspace.open({ path: root });
  return { services, root };
}

/** Imports, and returns what was planned and what was done. */
async function imported(services: Services, input: Partial<Input>) {
  let planned: ImportPlan | undefined;
  let done: ImportPlan | undefined;
  for await (const event of services.sources.importMcp({ apply: true, consent: true, ...input })) {
    if (event.type === 'planned') planned = event.plan;
    if (event.type === 'done') done = event.result;
  }
  if (!planned) throw new Error('Nothing was planned.');
  return { planned, done };
}

function connectionTo([command = '', ...args]: readonly string[], env: Record<string, string> = {}): Partial<Input> {
  return { source: 'skilled', connection: { command, args, env } };
}

/** The files of the pack of the source, by their paths in it. */
function packFiles(root: string, pack = 'skilled'): Record<string, string> {
  const start = `sources/${pack}.skills/`;
  const all = Object.entries(folderContents(root)).filter(([path]) => path.startsWith(start));
  return Object.fromEntries(all.map(([path]) => [path.slice(start.length), readFileSync(join(root, path), 'latin1')]));
}

describe('a server that offers skills', () => {
  it('gets a pack of its own, whose skills agents find', async () => {
    const { services, root } = await emptyWorkspace();
    const { planned, done } = await imported(services, connectionTo(fixtureServer('skills')));
    const skills = { pack: 'skilled', added: ['pack/good'], changed: [], removed: [], unchanged: 0 };
    expect([planned.sources[0]?.skills, done?.sources[0]?.skills]).toEqual([skills, skills]);
    expect(packFiles(root)['pack/good/scripts/run.sh']).toBe('echo hi\r\n');
    expect(parse(readFileSync(join(root, 'pegboard.yaml'), 'utf8')).skills.skill_packs).toEqual([
      { name: 'skilled', path: 'sources/skilled.skills', source: 'skilled', format: 'skill-md' },
    ]);
    expect(
      (await services.skills.list({ caller: {}, input: { page: 1, page_size: 10 } } as never)).skills,
    ).toMatchObject([{ name: 'good' }]);
    expect(await services.sources.list()).toMatchObject([{ name: 'skilled', pack: 'skilled' }]);
  });

  it('is asked for no file of a skill before the user imports', async () => {
    const { services, root } = await emptyWorkspace();
    const reads = join(temporaryFolder(), 'reads');
    const server = connectionTo(fixtureServer('skills'), { READS: reads });
    const before = folderContents(root);
    const { planned } = await imported(services, { ...server, apply: false });
    expect(planned.sources[0]?.skills?.added).toEqual(['pack/good']);
    expect([existsSync(reads), folderContents(root)]).toEqual([false, before]);
    await imported(services, server);
    expect(readFileSync(reads, 'utf8').trim().split('\n')).toEqual(good.map((path) => `skill://${path}`));
  });

  it('may offer nothing else', async () => {
    const { services, root } = await emptyWorkspace();
    await imported(services, connectionTo([...fixtureServer('skills'), 'no tools']));
    expect(Object.keys(packFiles(root))).toEqual(good);
    expect(await services.sources.list()).toMatchObject([{ name: 'skilled', status: 'ready', tools: 0 }]);
    expect((await imported(services, { source: 'skilled' })).done).toMatchObject({ written: false });
  });

  it('changes the pack with the next import, and says how', async () => {
    const { services, root } = await emptyWorkspace();
    const state = join(temporaryFolder(), 'state.json');
    const offer = (skills: object) => writeFileSync(state, JSON.stringify({ skills }));
    const server = connectionTo([...fixtureServer('skills'), 'the state of a file', state]);
    offer({ 'p/stays': {}, 'p/goes': { 'a.txt': 'a' }, 'p/changes': { 'old.txt': '1', 'kept.txt': '1' } });
    await imported(services, server);
    await services.sources.stop({ name: 'skilled' });
    offer({ 'p/stays': {}, 'p/comes': {}, 'p/changes': { 'new.txt': '2', 'kept.txt': '1' } });
    const { planned, done } = await imported(services, { source: 'skilled' });
    const change = { pack: 'skilled', added: ['p/comes'], changed: ['p/changes'], removed: ['p/goes'], unchanged: 1 };
    expect([planned.sources[0]?.skills, done?.sources[0]?.skills]).toEqual([change, change]);
    expect(Object.keys(packFiles(root)).sort()).toEqual([
      'p/changes/SKILL.md',
      'p/changes/kept.txt',
      'p/changes/new.txt',
      'p/comes/SKILL.md',
      'p/stays/SKILL.md',
    ]);
    expect(existsSync(join(root, 'sources/skilled.skills/p/goes'))).toBe(false);
    expect((await imported(services, { source: 'skilled' })).done).toMatchObject({ written: false });
  });

  it('leaves no folder of a skill that goes, and the folder of the pack', async () => {
    const { services, root } = await emptyWorkspace();
    const state = join(temporaryFolder(), 'state.json');
    const server = connectionTo([...fixtureServer('skills'), 'the state of a file', state]);
    writeFileSync(state, JSON.stringify({ skills: { 'deep/er/goes': { 'a/b/c.txt': 'a' } } }));
    await imported(services, server);
    await services.sources.stop({ name: 'skilled' });
    writeFileSync(state, JSON.stringify({ skills: {} }));
    await imported(services, { source: 'skilled' });
    expect(readdirSync(join(root, 'sources/skilled.skills'))).toEqual([]);
  });

  it('keeps its pack when the source is renamed', async () => {
    const { services, root } = await emptyWorkspace();
    await imported(services, connectionTo(fixtureServer('skills')));
    await services.sources.rename({ name: 'skilled', to: 'other', apply: true });
    const { done } = await imported(services, { source: 'other' });
    expect(done?.sources[0]?.skills).toMatchObject({ pack: 'skilled', unchanged: 1, added: [] });
    expect(Object.keys(packFiles(root))).toEqual(good);
  });

  it('says that skills are off where they are', async () => {
    const { services } = await emptyWorkspace(searchOn);
    const { planned } = await imported(services, connectionTo(fixtureServer('skills')));
    expect(planned.findings.map(({ code }) => code)).toContain('skills_off');
  });

  it('leaves a pack of another source with its name alone', async () => {
    const { services, root } = await emptyWorkspace(
      `${searchOn}skills: {enabled: true, skill_packs: [{name: skilled, path: packs/mine, format: skill-md}]}\n`,
    );
    write(root, 'packs/mine/a/SKILL.md', '---\nname: a\ndescription: A.\n---\n\n1. Do it.\n');
    const { done } = await imported(services, connectionTo(fixtureServer('skills')));
    expect(done?.sources[0]?.skills?.pack).toBe('skilled-2');
    expect(Object.keys(packFiles(root, 'skilled-2'))).toEqual(good);
  });

  it('is told of on the command line and in its JSON', async () => {
    const { cwd, env } = await workspaceOf({}, skillsOn);
    const args = [
      'import',
      '--format',
      'human',
      '--mcp',
      '--name',
      'skilled',
      '--yes',
      '--',
      ...fixtureServer('skills'),
    ];
    const { code, stdout } = await runCli(args, { cwd, env });
    expect([code, stdout]).toEqual([0, expect.stringContaining('skills of skilled, in the pack skilled: 1 added')]);
    const again = await runCli(['import', '--source', 'skilled', '--format', 'json'], { cwd, env });
    expect(JSON.parse(again.stdout).sources[0].skills).toMatchObject({ pack: 'skilled', unchanged: 1 });
    const bad = [
      'import',
      '--format',
      'human',
      '--mcp',
      '--name',
      'bad',
      '--yes',
      '--',
      ...fixtureServer('skills'),
      'wrong digest',
    ];
    const refused = await runCli(bad, { cwd, env });
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('1 added')]);
    expect(refused.stderr + refused.stdout).toContain('skill://pack/bad/SKILL.md');
  });
});

describe('a skill that is wrong is named and left out, and the others come in', () => {
  it.each([
    ['wrong digest', /digest/],
    ['wrong digest of a file', /digest/],
    ['wrong size', /bytes/],
    ['another name', /name/],
    ['another front matter', /frontmatter/],
    ['a path out', /out\.txt|outside/],
    ['a path out, encoded', /out\.txt|outside/],
    ['a path out with a backslash', /not safe/],
    ['a file of git', /not safe/],
    ['a device', /not safe/],
    ['a skill inside', /skill of its own/],
    ['513 files', /513 files; 512 is the limit/],
    ['17 MiB', /17\.0 MiB; 16 MiB is the limit/],
    ['files that differ by case', /case/],
    ['no file list', /lists no files/],
    ['__proto__ as a name', /name/],
    ['__proto__ in the front matter', /__proto__|frontmatter/],
    ['a file that is not there', /none\.txt|Method not found/],
    ['equal folders but for case', /case/],
    ['no entry at all', /left out/],
  ])('%s', { timeout: 60_000 }, async (mode, reason) => {
    const { services, root } = await emptyWorkspace();
    const { done } = await imported(services, connectionTo([...fixtureServer('skills'), mode]));
    const said = done?.findings.filter(({ code }) => code === 'skill_left_out').map(({ message }) => message) ?? [];
    expect(said.join('\n')).toMatch(reason);
    const files = Object.keys(packFiles(root));
    expect(files.map((path) => path.toLowerCase())).toContain('pack/good/skill.md');
    expect(files.filter((path) => !path.toLowerCase().startsWith('pack/good/'))).toEqual([]);
    expect(
      Object.keys(folderContents(join(root, '../..'))).filter((path) => /out\.txt|bad|\.git\//.test(path)),
    ).toEqual([]);
    expect(await services.sources.list()).toMatchObject([{ tools: 1 }]);
  });

  it('a list without end', { timeout: 60_000 }, async () => {
    const { services } = await emptyWorkspace();
    const { done } = await imported(services, connectionTo([...fixtureServer('skills'), 'pages without end']));
    expect(done?.findings).toMatchObject([{ code: 'skills_unreadable', message: expect.stringContaining('pag') }]);
    expect(await services.sources.list()).toMatchObject([{ tools: 1, pack: null }]);
  });

  it('a secret of the connection', async () => {
    const { services, root } = await emptyWorkspace();
    const server = connectionTo([...fixtureServer('skills'), 'a secret'], {
      PB_SKILL_TOKEN: 'sk-live-4f9a8b7c6d5e4f3a2b1c',
    });
    const { done } = await imported(services, server);
    expect(done?.findings.map(({ message }) => message).join('\n')).toContain('repeats a secret');
    expect(Object.keys(packFiles(root))).toEqual(good);
    expect(JSON.stringify([done, folderContents(root)])).not.toContain('sk-live-4f9a8b7c6d5e4f3a2b1c');
  });

  it('keeps what was stored of it, and the rest', async () => {
    const { services, root } = await emptyWorkspace();
    await imported(services, connectionTo([...fixtureServer('skills'), 'fine']));
    const before = packFiles(root);
    for (const mode of ['pages without end', 'wrong digest'])
      await imported(services, connectionTo([...fixtureServer('skills'), mode]));
    expect(packFiles(root)).toEqual(before);
  });
});

describe.each(['stdio', 'http'] as const)(
  'skills that a gateway serves and another workspace imports over %s',
  (transport) => {
    it('have equal digests and texts there, and when that one serves them again', { timeout: 120_000 }, async () => {
      const yaml = `${searchOn}skills:
  enabled: true
  scope_mode: global
  skill_packs:
    - {name: team, path: packs/team, format: skill-md, scope_mode: global}
    - {name: notes, path: packs/notes, scope_mode: global}
`;
      const a = await workspaceOf({}, yaml);
      const md =
        '---\nname:   ship-it # as written\ndescription: "Ship: it"\n---\r\n\r\nRead references/how to.md.\r\n';
      write(a.cwd, 'packs/team/ship-it/SKILL.md', md);
      write(a.cwd, 'packs/team/ship-it/references/how to.md', '\ttabs and ünï\n');
      writeFileSync(join(a.cwd, 'packs/team/ship-it/logo.png'), Buffer.from([0x89, 0, 0xff, 0xfe, 0x80]));
      write(
        a.cwd,
        'packs/notes/n.skill.yaml',
        'name: pack.notes.close.day\ntrigger: Close the day\nsteps: [Write it down]\n',
      );
      const services = await testServices({ userDataDir: a.env.PEGBOARD_HOME });
      await services.workspace.open({ path: a.cwd });
      const served = await everySkillFile(await hostAt(await gatewayOf(services)));
      expect(served.size).toBe(4);

      const b = await emptyWorkspace();
      const { command, args, env } = stdioGateway(a);
      const connection =
        transport === 'stdio'
          ? { command, args, env: { PEGBOARD_HOME: env.PEGBOARD_HOME } }
          : await httpGateway(a).then(({ url, token }) => ({ url, headers: { Authorization: `Bearer ${token}` } }));
      const { done } = await imported(b.services, { source: 'up', connection });
      expect(done?.findings.filter(({ code }) => code.startsWith('skill'))).toEqual([]);
      expect(done?.sources[0]?.skills).toMatchObject({ added: ['notes/close-day', 'team/ship-it'] });
      const asStored = Object.entries(packFiles(b.root, 'up')).map(([path, bytes]) => [
        `skill://${path.replaceAll(' ', '%20')}`,
        bytes,
      ]);
      expect(new Map(asStored as [string, string][])).toEqual(served);

      const again = await everySkillFile(await hostAt(await gatewayOf(b.services)));
      const texts = (files: ReadonlyMap<string, string>) => [...files.values()].sort();
      expect(texts(again)).toEqual(texts(served));
    });
  },
);

it('leaves a server without skills without a pack', async () => {
  const { services, root } = await emptyWorkspace();
  const { planned } = await imported(services, connectionTo([...fixtureServer('skills'), 'no extension']));
  expect(planned.sources[0]?.skills).toBeUndefined();
  expect(packFiles(root)).toEqual({});
});
