import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../src-main/hosts/cli/program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { searchOn, workspaceFolder, write } from '../../support/workspace.ts';

const builtDir = resolve(import.meta.dirname, '../../../out/main');

async function cli(cwd: string, args: readonly string[], answer?: boolean) {
  const [out, err]: [string[], string[]] = [[], []];
  const asked: string[] = [];
  const code = await runCli(['export', ...args], {
    stdout: { write: (text) => out.push(text), isTty: false },
    stderr: { write: (text) => err.push(text) },
    ask:
      answer === undefined
        ? undefined
        : async (question) => {
            asked.push(question);
            return answer;
          },
    cwd,
    env: {},
    userDataDir: temporaryFolder(),
    builtDir,
    signal: new AbortController().signal,
  });
  const stdout = out.join('');
  return { code, stdout, stderr: err.join(''), asked, result: () => JSON.parse(stdout) };
}

const errorOf = ({ stderr }: { stderr: string }) => JSON.parse(stderr.split('\n')[0] ?? '');

describe('pegboard export catalog', () => {
  it('prints the catalog, or with --out shows the plan, writes it, and then has nothing to write', async () => {
    const root = workspaceFolder([{ name: 'orders.get' }, { name: 'orders.list' }]);
    const printed = await cli(root, ['catalog', '--as', 'anthropic-tools']);
    expect(printed.code).toBe(0);
    expect(printed.result()).toMatchObject({
      schema: 'pegboard.export-catalog/1',
      names: { orders__get: 'orders.get' },
      loss: expect.arrayContaining([expect.objectContaining({ field: 'always_loaded_patterns' })]),
    });
    const text = (await cli(root, ['catalog', '--as', 'anthropic-tools', '--format', 'human'])).stdout;
    const args = ['catalog', '--as', 'anthropic-tools', '--out', 'agent/tools.json'];
    const plan = (await cli(root, [...args, '--dry-run'])).result();
    expect(plan).toMatchObject({ schema: 'pegboard.export/1', written: false });
    expect(plan.files.map(({ path }: { path: string }) => path)).toEqual(['tools.json', 'tools.names.json']);
    expect(existsSync(join(root, 'agent'))).toBe(false);
    expect((await cli(root, args)).result()).toMatchObject({ written: true, loss: plan.loss });
    expect(readFileSync(join(root, 'agent/tools.json'), 'utf8')).toBe(text);
    expect((await cli(root, args)).result()).toMatchObject({ written: false, up_to_date: true });
    expect(errorOf(await cli(root, ['catalog', '--as', 'penguiflow', '--out', 'a.skill.json'])).code).toBe('usage');
    for (const ignored of [['--branch', 'b'], ['--message', 'm'], ['--keep', 'a.json'], ['--yes'], ['--dry-run']]) {
      expect(errorOf(await cli(root, ['catalog', '--as', 'penguiflow', ...ignored])).code).toBe('usage');
    }
    expect(errorOf(await cli(root, [...args, '--message', 'm'])).code).toBe('usage');
    expect(errorOf(await cli(root, [...args, '--dry-run', '--keep', 'no.json'])).code).toBe('usage');
  });
});

describe('pegboard export packs', () => {
  it('replaces what people changed only when told so, file by file or by an answer', async () => {
    const root = workspaceFolder([{ name: 'a' }], `${searchOn}skills: {skill_packs: [{name: p, path: packs/p}]}`);
    write(root, 'packs/p/a.skill.yaml', 'name: pack.p.a\ntrigger: T.\nsteps: [S.]\n');
    write(root, 'packs/p/b.skill.yaml', 'name: pack.p.b\ntrigger: T.\nsteps: [S.]\n');
    const args = ['packs', 'p', '--to', 'yaml', '--out', 'out'];
    expect((await cli(root, args)).code).toBe(0);
    const [a, b] = ['a', 'b'].map((name) => join(root, `out/p/${name}.skill.yaml`)) as [string, string];
    const ours = readFileSync(a, 'utf8');
    const mine = () => [a, b].map((path) => writeFileSync(path, 'mine\n'));
    mine();
    expect(errorOf(await cli(root, args))).toMatchObject({ code: 'confirmation_required' });
    expect((await cli(root, args, false)).code).toBe(2);
    expect(errorOf(await cli(root, [...args, '--keep', 'p/x']))).toMatchObject({ code: 'usage' });
    expect([a, b].map((path) => readFileSync(path, 'utf8'))).toEqual(['mine\n', 'mine\n']);
    const agreed = await cli(root, [...args, '--keep', 'p/b.skill.yaml'], true);
    expect(agreed.asked).toEqual([expect.stringContaining('p/a.skill.yaml?')]);
    expect([a, b].map((path) => readFileSync(path, 'utf8'))).toEqual([ours, 'mine\n']);
    mine();
    expect((await cli(root, [...args, '--yes'])).code).toBe(0);
    expect(readFileSync(b, 'utf8')).not.toBe('mine\n');
  });
});
