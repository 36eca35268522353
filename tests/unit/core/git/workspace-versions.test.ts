import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { comparePromptsRequestSchema, type PromptSideInput } from '#shared/contract/prompt.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { testServices, write } from '../../../support/workspace.ts';

const skill = (step: string) => JSON.stringify({ name: 'pack.own.refund', trigger: 'refund', steps: [step] });

/** A workspace in git, below the top of its repository, with one source that git ignores. */
function repository() {
  const top = temporaryFolder();
  const root = join(top, 'agent');
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], {
      cwd: top,
      encoding: 'utf8',
    });
  const tools = (...names: string[]) =>
    names.map((name) => JSON.stringify({ name, description: `About ${name}` })).join('\n');
  const yaml = (mode: string) => `tool_search: {enabled: true, default_loading_mode: ${mode}}
sources:
  - {name: shop, path: sources/shop.jsonl, format: tools_jsonl}
  - {name: own, path: private/own.jsonl, format: tools_jsonl}
skills: {enabled: true, skill_packs: [{name: own, path: packs/own, scope_mode: global}], scope_mode: global}
personas: [{name: support, hidden_tools: ["shop.refund"]}]
`;
  git('init', '-q', '-b', 'main');
  write(root, '.gitignore', 'private/\n.pegboard/\n');
  write(root, 'pegboard.yaml', yaml('always'));
  write(root, 'sources/shop.jsonl', tools('shop.order', 'shop.refund'));
  write(root, 'private/own.jsonl', tools('own.note'));
  write(root, 'packs/own/refund.skill.json', skill('Ask why.'));
  git('add', '-A');
  git('commit', '-qm', 'First\tof all');
  git('tag', '-a', 'v1', '-m', 'One');
  write(root, 'sources/shop.jsonl', tools('shop.order', 'shop.refund', 'shop.cancel'));
  git('commit', '-qam', 'Cancel');
  write(root, 'pegboard.yaml', yaml('deferred'));
  write(root, 'packs/own/refund.skill.json', skill('Pay back.'));
  return { top, root, git };
}

async function opened(root: string) {
  const services = await testServices();
  await services.workspace.open({ path: root });
  const compare = (before: PromptSideInput, after: PromptSideInput, query?: string): Promise<ComparedPrompts> =>
    services.prompt.compare(comparePromptsRequestSchema.parse({ before, after, query }));
  return { services, compare };
}

const toolsOf = ({ blocks }: ComparedPrompts['before']) =>
  [...promptText(blocks).matchAll(/^- name: ((?:shop|own)\..*)$/gm)].map(([, name]) => name);

describe('versions of a workspace in git (decision 035)', () => {
  it('are asked for without a command that the repository names: what a clone lacks is not fetched', async () => {
    const { top, root } = repository();
    const clone = join(temporaryFolder(), 'clone');
    const git = (...words: string[]) => execFileSync('git', words, { cwd: top, stdio: 'pipe' });
    git('config', 'uploadpack.allowFilter', 'true');
    git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    git('clone', '-q', '--filter=blob:none', pathToFileURL(top).href, clone);
    const ran = join(top, 'ran');
    for (const [key, value] of [
      ['remote.origin.uploadpack', `touch '${ran}'; git-upload-pack`],
      ['core.fsmonitor', `touch '${ran}'; false`],
      ['protocol.file.allow', 'always'],
    ]) {
      execFileSync('git', ['config', key ?? '', value ?? ''], { cwd: clone });
    }
    const { compare } = await opened(join(clone, basename(root)));
    await expect(compare({ at: 'HEAD~1' }, {})).rejects.toMatchObject({ code: 'git_refused' });
    expect(existsSync(ran)).toBe(false);
  });

  it('are compared with the files of now: configuration, sources, skills and personas of then', async () => {
    const { root, git } = repository();
    const { compare } = await opened(root);
    const { before, after, comparison, versions } = await compare({ at: 'v1' }, {}, 'refund');
    expect(toolsOf(before)).toEqual(['own.note', 'shop.order', 'shop.refund']);
    expect(toolsOf(after)).toEqual([]);
    expect(promptText(before.blocks)).toContain('Ask why.');
    expect(promptText(after.blocks)).toContain('Pay back.');
    expect(versions).toEqual({
      before: { name: 'v1', commit: git('rev-parse', 'v1^{commit}').trim(), as_now: ['private/own.jsonl'] },
      after: null,
    });
    const sum = comparison.blocks.reduce((all, block) => all + block.before.o200k, comparison.joins.before.o200k);
    expect(sum).toBe(comparison.before.o200k);
    const later = await compare({ at: 'HEAD', persona: 'support' }, { at: 'main~1' });
    expect(toolsOf(later.before)).toEqual(['own.note', 'shop.cancel', 'shop.order']);
    expect(toolsOf(later.after)).toEqual(['own.note', 'shop.order', 'shop.refund']);
  });

  it('leave the folder, its index and the branch as they are', async () => {
    const { root, git } = repository();
    const { compare } = await opened(root);
    const [status, yaml] = [git('status', '--porcelain', '--branch'), readFileSync(join(root, 'pegboard.yaml'))];
    await compare({ at: 'v1' }, { at: 'HEAD' });
    expect(git('status', '--porcelain', '--branch')).toBe(status);
    expect(readFileSync(join(root, 'pegboard.yaml'))).toEqual(yaml);
  });

  it('are listed: the last commit, branches, tags, and the commits that changed the workspace', async () => {
    const { top, root, git } = repository();
    git('branch', 'trial', 'HEAD~1');
    write(top, 'elsewhere.txt', 'x');
    git('add', 'elsewhere.txt');
    git('commit', '-qm', 'Elsewhere');
    const { services } = await opened(root);
    const listed = (await services.prompt.versions()) ?? [];
    const rows = listed.map(({ kind, name, subject }) => [kind, kind === 'commit' ? '' : name, subject]);
    expect(rows.sort()).toEqual([
      ['branch', 'main', 'Elsewhere'],
      ['branch', 'trial', 'First\tof all'],
      ['commit', '', 'Cancel'],
      ['commit', '', 'First\tof all'],
      ['head', 'HEAD', 'Elsewhere'],
      ['tag', 'v1', 'One'],
    ]);
    expect(listed[0]?.kind).toBe('head');
    expect(listed.find(({ name }) => name === 'v1')?.commit).toBe(git('rev-parse', 'v1^{commit}').trim());
  });

  it('that are not there, and folders outside of git, are refused by name', async () => {
    const { root } = repository();
    const { compare } = await opened(root);
    for (const at of ['nope', '--output=x', 'HEAD:pegboard.yaml', 'v1..HEAD', '']) {
      await expect(compare({ at }, {}), at).rejects.toMatchObject({ code: 'git_refused', data: { version: at } });
    }
    await expect(compare({ at: 'v1', profile: 'own' }, {})).rejects.toMatchObject({
      code: 'unknown_profile',
      message: 'At version v1: There is no profile "own".',
    });
    rmSync(join(root, '..', '.git'), { recursive: true });
    const { services, compare: outside } = await opened(root);
    expect(await services.prompt.versions()).toBeNull();
    await expect(outside({ at: 'HEAD' }, {})).rejects.toMatchObject({ code: 'git_refused' });
  });

  it('follow no link that was committed', async () => {
    const { root, git } = repository();
    const secrets = temporaryFolder();
    write(secrets, 'secret.jsonl', JSON.stringify({ name: 'secret.tool', description: 'secret' }));
    rmSync(join(root, 'sources/shop.jsonl'));
    symlinkSync(join(secrets, 'secret.jsonl'), join(root, 'sources/shop.jsonl'));
    git('add', '-A');
    git('commit', '-qm', 'Link');
    const { compare } = await opened(root);
    const { before } = await compare({ at: 'HEAD', profile: 'all-tools' }, {});
    expect(toolsOf(before)).toEqual(['own.note']);
    expect(promptText(before.blocks)).not.toContain('secret');
  });

  it('and a prompt that is given are compared alike: its tokens are counted anew', async () => {
    const { root } = repository();
    const { compare } = await opened(root);
    const { before } = await compare({}, {});
    const given = await compare({ blocks: before.blocks }, {});
    expect(given.before).toEqual(before);
    expect(given.comparison).toMatchObject({ cache: null, before: before.tokens, after: before.tokens });
  });
});
