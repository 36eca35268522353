import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ZippedFile, zipFile } from '../../support/zip-file.ts';
import type { Area, CaseResult, Failure } from '../campaign/area.ts';
import { checkRun } from '../oracles/check-run.ts';
import { Random } from '../random.ts';
import { runCommand } from '../sandbox/run-command.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { writeBaseWorkspace } from '../seeds/base-workspace.ts';
import { skillFolder } from '../seeds/skills.ts';

/** What stands in a file outside of every skill: no command may show or copy it. */
const planted = 'planted-outside-of-the-skill-4711';

/** Something in the folder of a skill, and in the plugin around it, that nobody should have put there. */
interface OddFolder {
  readonly name: string;
  put(skill: string, sandbox: Sandbox): void;
}

const file = (path: string, content: string | Buffer = 'x') => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};
const files = (folder: string, names: readonly string[]) => {
  for (const name of names) file(join(folder, name));
};
const link = (path: string, to: string) => {
  rmSync(path, { recursive: true, force: true });
  symlinkSync(to, path);
};

const odds: readonly OddFolder[] = [
  {
    name: 'a link to a file outside',
    put: (skill, { outside }) => link(join(skill, 'a.txt'), join(outside, 'planted.txt')),
  },
  { name: 'a link to a folder outside', put: (skill, { outside }) => link(join(skill, 'deep'), outside) },
  { name: 'a link to itself', put: (skill) => link(join(skill, 'loop'), join(skill, 'loop')) },
  { name: 'a link to the folder around', put: (skill) => link(join(skill, 'around'), '..') },
  { name: 'a link to a device without end', put: (skill) => link(join(skill, 'zero'), '/dev/zero') },
  {
    name: 'a SKILL.md that is a link outside',
    put: (skill, { outside }) => link(join(skill, 'SKILL.md'), join(outside, 'planted.txt')),
  },
  { name: 'a pipe', put: (skill) => execFileSync('mkfifo', [join(skill, 'pipe')]) },
  {
    name: 'a SKILL.md that is a pipe',
    put: (skill) => {
      rmSync(join(skill, 'SKILL.md'));
      execFileSync('mkfifo', [join(skill, 'SKILL.md')]);
    },
  },
  {
    name: '10,000 files',
    put: (skill) => {
      mkdirSync(join(skill, 'many'));
      for (let n = 0; n < 10_000; n++) writeFileSync(join(skill, 'many', `${n}.txt`), '');
    },
  },
  {
    name: 'a huge file',
    put: (skill) => {
      file(join(skill, 'huge.bin'));
      truncateSync(join(skill, 'huge.bin'), 40 * 1024 * 1024);
    },
  },
  { name: 'folders inside each other', put: (skill) => file(join(skill, ...Array(60).fill('d'), 'a.txt')) },
  {
    name: 'names in other cases',
    put: (skill) => files(skill, ['skill.md', 'Skill.MD', 'README.md', 'readme.md']),
  },
  {
    name: 'names that mean something to JavaScript',
    put: (skill) => files(skill, ['__proto__/constructor', 'prototype', 'toString']),
  },
  {
    name: 'names that no other system holds',
    put: (skill) => files(skill, ['con.txt', 'a?b', 'c.', 'd ', 'e\nf', '\u202eg', 'h\\i']),
  },
  {
    name: 'links in its text that lead out',
    put: (skill) =>
      file(
        join(skill, 'SKILL.md'),
        `${skillFolder}\n[a](../../outside/planted.txt) [b](/etc/passwd) [c](%2e%2e/%2e%2e/x)\n`,
      ),
  },
  { name: 'a skill inside', put: (skill) => file(join(skill, 'inner/SKILL.md'), skillFolder) },
  { name: 'a folder of git', put: (skill) => file(join(skill, '.git/config'), planted) },
];

/** Entries that an archive of a skill may have beside the skill. */
const entries: readonly ZippedFile[] = [
  { name: '../../outside/slipped.txt', content: 'x' },
  { name: '/tmp/pegboard-slipped.txt', content: 'x' },
  { name: 's/..\\..\\slipped.txt', content: 'x' },
  { name: 's/link', content: '/etc/passwd', mode: 0o120777 },
  { name: 's/bomb', content: ' '.repeat(20 * 1024 * 1024), says: 1 },
  { name: '__proto__/SKILL.md', content: skillFolder },
];

const outputs = (root: string) => join(root, 'input/out');
const commands: readonly ((root: string) => readonly string[])[] = [
  (root) => ['skills', 'validate', join(root, 'input/plugin/skills')],
  (root) => ['skills', 'validate', join(root, 'input/plugin/skills'), '--format', 'human'],
  (root) => ['skills', 'convert', join(root, 'input/plugin/skills'), '--to', 'skill-md', '--out', outputs(root)],
  (root) => ['skills', 'convert', join(root, 'input/plugin/skills'), '--to', 'yaml', '--out', outputs(root)],
  (root) => [
    'skills',
    'export',
    join(root, 'input/plugin/skills'),
    '--to',
    'skill-md',
    '--out',
    outputs(root),
    '--yes',
  ],
  (root) => ['plugins', 'validate', join(root, 'input/plugin'), '--format', 'human'],
  (root) => ['import', join(root, 'input/plugin'), '--yes'],
  (root) => ['import', join(root, 'input/bundle.mcpb'), '--dry-run'],
];

/** Folders of skills, plugins around them and bundles with things that nobody expects; each command for each of them. */
export const skillFolders: Area = {
  name: 'skill folders',
  unit: 'folders',
  cases: odds.length * commands.length,
  isEndless: false,
  open: async ({ seed, folder }) => {
    const sandbox = new Sandbox(folder, process.env.HOME ?? folder);
    return {
      run: (index) => runFolder(index, new Random(`${seed}/skill folders/${index}`), sandbox),
      close: async () => undefined,
    };
  },
};

async function runFolder(index: number, random: Random, sandbox: Sandbox): Promise<CaseResult> {
  const kind = odds[index % odds.length] as OddFolder;
  const command = commands[Math.floor(index / odds.length) % commands.length] as (root: string) => readonly string[];
  for (const folder of ['workspace', 'user', 'outside', 'input'])
    rmSync(join(sandbox.root, folder), { recursive: true, force: true });
  writeBaseWorkspace(sandbox.make().workspace);
  file(join(sandbox.outside, 'planted.txt'), planted);
  const plugin = join(sandbox.input, 'plugin');
  file(join(plugin, '.claude-plugin/plugin.json'), '{"name":"ops","version":"1.0.0","description":"Ops."}');
  const skill = join(plugin, 'skills/write-reports');
  for (const name of ['write-reports', 'good'])
    file(join(plugin, 'skills', name, 'SKILL.md'), skillFolder.replace('write-reports', name));
  kind.put(skill, sandbox);
  const manifest = { name: 'manifest.json', content: '{"manifest_version":"0.3","name":"n","version":"1"}' };
  file(join(sandbox.input, 'bundle.mcpb'), zipFile([manifest, random.pick(entries), random.pick(entries)]));
  const args = command(sandbox.root);
  const before = sandbox.contents();
  const run = await runCommand(sandbox, args);
  const after = sandbox.contents();
  const failures: Failure[] = [...checkRun({ run, before, after, secrets: [planted], mayWrite: true })];
  const changed = [...after].filter(([path, text]) => before.get(path) !== text);
  const outside = changed.filter(([path]) => path.startsWith(sandbox.outside));
  if (outside.length > 0)
    failures.push({ kind: 'changed file', detail: `outside: ${outside.map(([path]) => path).join(', ')}` });
  for (const [path, text] of changed)
    if (text.includes(planted))
      failures.push({ kind: 'secret shown', detail: `${path} has the text of a file outside` });
  const steps = [`${kind.name} in a skill`, `pegboard ${args.join(' ')} → ${run.code}`];
  return { failures: failures.map((one) => ({ ...one, detail: `${kind.name}: ${one.detail}` })), steps };
}
