import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import { skillGetInputSchema, skillSearchInputSchema } from '#shared/domain/skill-tools.ts';
import { gatewayOf, hostAt, type TestHost } from '../support/gateway.ts';
import { allSkills, everySkillFile } from '../support/gateway-skills.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

const md = (body: string) => `---\nname: good\ndescription: Does good.\n---\n\n${body}\n`;
const fix = { name: 'fix', description: 'Fixes an issue.', arguments: [{ name: 'issue', description: 'Its number.' }] };
const first = {
  instructions: 'Ask before you write.',
  prompts: [fix],
  skills: { 'pack/good': { 'SKILL.md': md('Do it.') } },
};
const strict = 'approvals: {cosmetic: quarantine, notable: quarantine, breaking: quarantine}\n';
const skillsOn = `${searchOn}skills: {enabled: true, scope_mode: global, skill_packs: []}\n`;

interface PromptsClient {
  listPrompts(): Promise<{ prompts: { name: string; description?: string }[] }>;
  getPrompt(asked: { name: string; arguments?: object }): Promise<{ messages: unknown[] }>;
}

/** A workspace whose live source `kit` offers what a file holds at that moment, with a lock, behind a gateway. */
async function opened(yaml = strict) {
  const root = join(temporaryFolder(), 'workspace');
  write(root, 'pegboard.yaml', `${skillsOn}gateway: {prompts: true}\n${yaml}`);
  const offer = (state: object) => write(root, 'state.json', JSON.stringify(state));
  const path = offer(first);
  const services = await testServices({ sessionIdleMs: 60_000 });
  await services.workspace.open({ path: root });
  const [command = '', ...args] = fixtureServer('skills');
  const connection = { command, args: [...args, 'the state of a file', path] };
  const importAgain = async () => {
    // The instructions are said once in a session.
    await services.sources.stop({ name: 'kit' });
    for await (const _ of services.sources.importMcp({ source: 'kit', apply: true, consent: true }));
  };
  for await (const _ of services.sources.importMcp({ connection, source: 'kit', apply: true, consent: true }));
  const lists = { approve: [], keep_text: [], reject: [], all_cosmetic: false, create_lock: false };
  const decide = (decisions: object) => services.approvals.decide({ ...lists, ...decisions });
  await decide({ create_lock: true });
  const board = await hostAt(await gatewayOf(services), { era: 'modern' });
  const host = board.client as unknown as PromptsClient;
  /** What agents and hosts get: names of prompts and of skills. */
  const served = async () => ({
    prompts: (await host.listPrompts()).prompts.map(({ name }) => name.replace(/^.*(?:\.|__)/, '')),
    skills: (await services.skills.list({ caller: {}, input: { page: 1, page_size: 10 } } as never)).skills.map(
      ({ name }) => name,
    ),
  });
  const waiting = async () =>
    (await services.approvals.review({ golden: false })).items.map(({ tool, state, action }) => [tool, state, action]);
  const lock = () => readFileSync(join(root, 'pegboard.lock'), 'utf8');
  return { root, services, offer, importAgain, decide, board, host, served, waiting, lock };
}

/** Everything that an agent or a host can read of skills. */
async function everySkillText(services: Services, board: TestHost): Promise<unknown[]> {
  const caller = {};
  const { skills } = await services.skills.list({ caller, input: { page: 1, page_size: 10 } });
  const asked = { names: skills.map(({ name }) => name) };
  return [
    skills,
    await services.skills.get({ caller, input: skillGetInputSchema.parse(asked) }),
    await services.skills.search({
      caller,
      input: skillSearchInputSchema.parse({ query: 'begin mend it' }),
      explain: true,
    }),
    await allSkills(board),
    [...(await everySkillFile(board))],
  ];
}

describe('instructions, prompts and skills of a source', () => {
  it('are in the lock, in full', async () => {
    const { lock, waiting, served } = await opened();
    for (const text of ['Ask before you write.', 'Fixes an issue.', 'Its number.', 'Do it.'])
      expect(lock()).toContain(text);
    expect(await waiting()).toEqual([]);
    expect(await served()).toEqual({ prompts: ['fix'], skills: ['good'] });
  });

  const none = { prompts: [] as string[], skills: ['good'] };
  it.each([
    [
      'the text of a prompt',
      { prompts: [{ ...fix, description: 'Fixes all issues.' }] },
      'prompt:kit/fix',
      'changed',
      none,
    ],
    [
      'one argument of a prompt',
      { prompts: [{ ...fix, arguments: [{ name: 'issue', description: 'Its address.' }] }] },
      ...(['prompt:kit/fix', 'changed', none] as const),
    ],
    ['the name of a prompt', { prompts: [{ ...fix, name: 'mend' }] }, 'prompt:kit/mend', 'renamed', none],
    [
      'the text of a skill',
      { skills: { 'pack/good': { 'SKILL.md': md('Do it twice.') } } },
      ...(['skill:kit/pack/good', 'changed', { prompts: ['fix'], skills: [] as string[] }] as const),
    ],
    [
      'a file of a skill',
      { skills: { 'pack/good': { 'SKILL.md': md('Do it.'), 'run.sh': 'echo' } } },
      ...(['skill:kit/pack/good', 'changed', { prompts: ['fix'], skills: [] as string[] }] as const),
    ],
    [
      'the instructions',
      { instructions: 'Never ask.' },
      ...(['instructions:kit', 'changed', { prompts: ['fix'], skills: ['good'] }] as const),
    ],
  ])('leave every door when %s changed, until somebody approves it', async (_what, change, name, state, left) => {
    const { offer, importAgain, waiting, served, decide } = await opened();
    offer({ ...first, ...change });
    await importAgain();
    expect(await waiting()).toEqual([[name, state, 'quarantine']]);
    expect(await served()).toEqual(left);
    await decide({ approve: [name] });
    expect(await waiting()).toEqual([]);
    const after = await served();
    expect([after.prompts.length, after.skills.length]).toEqual([1, 1]);
  });

  it('are named in no other skill while they wait: in no list, text, file or result', async () => {
    const { offer, importAgain, services, board, decide, waiting } = await opened();
    const names = 'Begin with mend-it, then `pack/mend-it`. It is MEND-IT.';
    const other = `---\nname: other\ndescription: Does other.\n---\n\n${names}\n`;
    const mend = md('Mend it.').replaceAll('good', 'mend-it');
    const skills = { 'pack/other': { 'SKILL.md': other, 'notes.md': names }, 'pack/mend-it': { 'SKILL.md': mend } };
    const everything = async () => {
      await services.skills.load({ reload: true });
      return JSON.stringify(await everySkillText(services, board)).toLowerCase();
    };
    offer({ ...first, skills });
    await importAgain();
    await decide({ approve: ['skill:kit/pack/other', 'skill:kit/pack/mend-it'] });
    expect(await everything()).toContain('mend-it');
    const changed = { ...skills, 'pack/mend-it': { 'SKILL.md': `${mend}\nSend it too.\n` } };
    offer({ ...first, skills: changed });
    await importAgain();
    expect(await waiting()).toContainEqual(['skill:kit/pack/mend-it', 'changed', 'quarantine']);
    const read = await everything();
    expect(read).toContain('other');
    expect(read).not.toContain('mend-it');
  });

  it('are named in no text that a host gets while they wait: of a tool, a prompt or a skill', async () => {
    const { services, offer, importAgain, decide, board, waiting } = await opened();
    const words = 'Begin with fix_issue (kit.fix_issue), or fix it.';
    const prompt = { name: 'fix_issue', description: 'Fixes.' };
    const about = { name: 'about', description: words, arguments: [{ name: 'issue', description: words }] };
    const skills = { 'pack/other': { 'SKILL.md': md(words).replaceAll('good', 'other') } };
    const tools = [{ name: 'tell', description: words, inputSchema: { type: 'object' } }];
    const files = [{ name: 'l.json', source: 'more', text: JSON.stringify({ tools }) }];
    await services.catalog.applyImport({ files });
    offer({ ...first, prompts: [prompt, about], skills });
    await importAgain();
    await decide({ approve: ['prompt:kit/fix_issue', 'prompt:kit/about', 'skill:kit/pack/other'] });
    const everything = async () => {
      await services.skills.load({ reload: true });
      const call = await board.callTool({ name: 'tool_get', arguments: { names: ['more.tell'] } });
      const { prompts } = await (board.client as unknown as PromptsClient).listPrompts();
      return JSON.stringify([call, prompts, await everySkillText(services, board)]);
    };
    const before = await everything();
    expect(before.split('Begin with fix_issue').length).toBeGreaterThan(4);
    offer({ ...first, prompts: [{ ...prompt, description: 'Fixes, and sends it.' }, about], skills });
    await importAgain();
    expect(await waiting()).toContainEqual(['prompt:kit/fix_issue', 'changed', 'quarantine']);
    const after = await everything();
    expect(after).toContain('or fix it.');
    expect(after).not.toContain('fix_issue');
  });

  it('of a server that changes a prompt while it runs are neither listed nor given', async () => {
    const { offer, host, served } = await opened();
    const [prompt] = (await host.listPrompts()).prompts;
    const get = () => host.getPrompt({ name: prompt?.name ?? '', arguments: { issue: '1' } });
    expect(JSON.stringify(await get())).toContain('prompt fix');
    offer({ ...first, prompts: [{ ...fix, description: 'Fixes an issue, and sends it.' }] });
    await expect(get()).rejects.toThrow('There is no such prompt.');
    expect((await served()).prompts).toEqual([]);
    offer(first);
    expect((await served()).prompts).toEqual(['fix']);
  });

  it('count as approved under a lock of the old form, and are in the next one that is written', async () => {
    const { root, services, lock, waiting, served, offer, importAgain } = await opened();
    const old = lock()
      .split(/^(?=---|\.\.\.)/m)
      .filter((block) => !block.includes('"kind":'))
      .join('')
      .replace('"version": 2', '"version": 1');
    write(root, 'pegboard.lock', old);
    await services.workspace.open({ path: root });
    expect(await waiting()).toEqual([]);
    expect(await served()).toEqual({ prompts: ['fix'], skills: ['good'] });
    // A new source is an edit that writes the lock.
    const files = [
      { name: 'l.json', source: 'more', text: JSON.stringify({ tools: [{ name: 'a', description: 'A.' }] }) },
    ];
    await services.catalog.applyImport({ files });
    expect(lock()).toContain('"version": 2');
    offer({ ...first, prompts: [{ ...fix, description: 'Fixes all issues.' }] });
    await importAgain();
    expect(await waiting()).toEqual([['prompt:kit/fix', 'changed', 'quarantine']]);
  });
});
