import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillPackConfigSchema } from '#shared/domain/pack.ts';
import { type SkillEvent, skillEventSchema } from '#shared/domain/skill-event.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { skillServices, skillTools } from '../../../support/skill-workspace.ts';
import { write } from '../../../support/workspace.ts';

const skill = (name: string, fields = '') =>
  `name: pack.p.${name}\ntrigger: Do ${name}.\nsteps: [Step of ${name}.]\n${fields}\n`;
const pack = '  skill_packs:\n    - {name: p, path: packs/p}\n';

const files = {
  'packs/p/login.skill.yaml': skill(
    'login',
    'title: Sign in\ntask_type: browser\ntags: [auth]\ndescription: With a form, a password and a button.',
  ),
  'packs/p/pages.skill.yaml': skill(
    'pages',
    'title: Read every page\ntask_type: api\ndescription: Cursor, page and token.',
  ),
  'packs/p/upload.skill.md': `---\n${skill('upload', 'title: Upload a file')}---\nHidden in the body: quicksilver.\n`,
};

describe('skill_search, skill_get, skill_list', () => {
  it('are off by default, and say so', async () => {
    const services = await skillServices({ yaml: '', skills: '', files: {} });
    writeFileSync(join(services.root, 'pegboard.yaml'), 'tool_search: {}\n');
    await services.workspace.open({ path: services.root });
    const tools = skillTools(services);
    await expect(tools.search({ query: 'x' })).rejects.toMatchObject({ code: 'skills_not_configured' });
    await expect(tools.get({ names: ['x'] })).rejects.toMatchObject({ code: 'skills_not_configured' });
    await expect(tools.list()).rejects.toMatchObject({ code: 'skills_not_configured' });
    expect(await tools.directory()).toEqual({ text: '', count: 0 });
  });

  it('answer with the shapes and the score contract of tool_search (R4.23)', async () => {
    const { search } = skillTools(await skillServices({ skills: pack, files }));
    const { output, explanation } = await search({ query: 'sign in with a password' }, true);
    expect(output).toMatchObject({
      query: 'sign in with a password',
      search_type: 'fts',
      skills: [
        { name: 'pack.p.login', title: 'Sign in', trigger: 'Do login.', task_type: 'browser', match_type: 'fts' },
      ],
    });
    for (const { score } of (await search({ query: 'page file do' })).output.skills) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    const hit = explanation?.hits[0];
    expect(hit?.kind).toBe('fts');
    if (hit?.kind !== 'fts') return;
    // The parts add up to what SQLite said.
    expect(hit.terms.reduce((sum, term) => sum + term.contribution, 0)).toBeCloseTo(hit.gain, 9);
    expect((await search({ query: 'page', task_type: 'browser' })).output.skills).toEqual([]);
    expect((await search({ query: 'page', task_type: 'api' })).output.skills).toMatchObject([{ name: 'pack.p.pages' }]);
    for (const [search_type, query] of [
      ['fts', 'quicksilver'],
      ['regex', 'page'],
      ['exact', 'pack.p.pages'],
    ]) {
      const foundBy = async (task_type?: string) =>
        (await search({ query, search_type, task_type })).output.skills.map((skill) => skill.task_type);
      const [own] = await foundBy();
      expect(await foundBy(own), search_type).toEqual([own]);
      expect(await foundBy('browser'), search_type).toEqual([]);
    }
    expect((await search({ query: '' })).output.skills).toEqual([]);
    expect((await search({ query: 'pack.p.login', search_type: 'exact' })).output.skills).toMatchObject([{ score: 1 }]);
    expect((await search({ query: '^pack\\.p\\.l', search_type: 'regex' })).output.skills).toMatchObject([
      { name: 'pack.p.login', score: 0.9 },
    ]);
    expect((await search({ query: '(', search_type: 'regex' }, true)).explanation?.fallback_reason).toMatch(
      /not valid/,
    );
  });

  it('explain a score over all five fields', async () => {
    const { search } = skillTools(await skillServices({ skills: pack, files }));
    for (const query of ['page', 'auth form', 'read upload sign', 'do step', 'pack p']) {
      const { explanation } = await search({ query }, true);
      for (const hit of explanation?.hits ?? []) {
        if (hit.kind !== 'fts') throw new Error('not full text');
        expect(
          hit.terms.reduce((sum, { contribution }) => sum + contribution, 0),
          query,
        ).toBeCloseTo(hit.gain, 9);
        expect(hit.score_raw).toBeCloseTo(hit.gain / (1 + hit.gain), 12);
        for (const { contribution, shares } of hit.terms) {
          expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(contribution, 9);
        }
      }
    }
  });

  it('find what only a body says, after everything else', async () => {
    const { search } = skillTools(await skillServices({ skills: pack, files }));
    const { output, explanation } = await search({ query: 'quicksilver' }, true);
    expect(output.skills.map(({ name }) => name)).toEqual(['pack.p.upload']);
    expect(explanation?.path.map(({ step }) => step)).toEqual(['fts_all_terms', 'fts_body']);
  });

  it('fall back without FTS5 as configured, and say what ran; the same task is given the same text (R10.03, R10.08)', async () => {
    const regex = skillTools(await skillServices({ skills: pack, files }, { fts: 'off' }));
    expect((await regex.search({ query: 'password page' })).output).toMatchObject({
      search_type: 'regex',
      skills: [{ name: 'pack.p.pages' }, { name: 'pack.p.login' }],
    });
    expect((await regex.relevant('password')).names).toEqual(['pack.p.login']);
    const exact = skillTools(
      await skillServices({ skills: `${pack}  fts_fallback_to_regex: false\n`, files }, { fts: 'off' }),
    );
    expect((await exact.search({ query: 'password' })).output).toMatchObject({ search_type: 'exact', skills: [] });
    expect((await exact.relevant('password')).names).toEqual([]);
    expect((await exact.relevant('pack.p.login')).names).toEqual(['pack.p.login']);
    const { relevant } = skillTools(await skillServices({ skills: pack, files }));
    const injected = await relevant('passwords of pages', true);
    expect(injected.names).toEqual(['pack.p.pages', 'pack.p.login']);
    // Being used more does not move a skill.
    await relevant('password');
    expect((await relevant('passwords of pages')).text).toBe(injected.text);
    expect(injected.text).toContain('Step of login.');
  });

  it('get skills in the order asked, each once, within the budget, unknown ones left out (R4.27, R4.28)', async () => {
    const { get } = skillTools(await skillServices({ skills: pack, files }));
    const names = ['pack.p.upload', 'nope', 'pack.p.login', 'pack.p.upload'];
    const output = await get({ names, max_tokens: 200 });
    expect(output.skills.map(({ name }) => name)).toEqual(['pack.p.upload', 'pack.p.login']);
    expect(output.skills[1]).toEqual({
      name: 'pack.p.login',
      title: 'Sign in',
      trigger: 'Do login.',
      steps: ['Step of login.'],
    });
    expect(output.formatted_context).toMatch(/^<skill_context>\n## pack\.p\.upload/);
    expect(estimateTokens(output.formatted_context)).toBeLessThanOrEqual(200);
    const raw = await get({ names, format: 'raw' });
    expect(raw.formatted_context).toMatch(/^## pack\.p\.upload/);
    expect(raw.skills[0]?.body).toBe('Hidden in the body: quicksilver.');

    const long = { 'packs/p/long.skill.yaml': skill('long', `failure_modes: [${'long '.repeat(300)}]`) };
    const services = await skillServices({
      skills: pack,
      files: { ...files, ...long },
      yaml: 'personas: [{name: other, tool_context: {tenant_id: elsewhere}}]\n',
    });
    const cut = (await skillTools(services).get({ names: ['pack.p.long', ...names], max_tokens: 200 }))
      .formatted_context;
    expect(estimateTokens(cut)).toBeLessThanOrEqual(200);
    expect(cut).toContain('Step of long.');
    expect(cut).toContain('(truncated: failure modes left out)');
    const cutRaw = await skillTools(services).get({ names: ['pack.p.long', ...names], max_tokens: 200, format: 'raw' });
    expect(estimateTokens(cutRaw.formatted_context)).toBeLessThanOrEqual(200);
    expect((await skillTools(services, 'other').get({ names })).skills).toEqual([]);
  });

  it('list names and short triggers, page by page (R4.29)', async () => {
    const { list } = skillTools(await skillServices({ skills: pack, files }));
    expect(await list({ page: 2, page_size: 2 })).toEqual({
      skills: [{ name: 'pack.p.upload', title: 'Upload a file', trigger: 'Do upload.', task_type: 'unknown' }],
      page: 2,
      page_size: 2,
      total: 3,
    });
    expect(await list({ task_type: 'api' })).toMatchObject({ total: 1, skills: [{ name: 'pack.p.pages' }] });
    expect(await list({ origin: 'learned' })).toMatchObject({ total: 0, skills: [] });
    for (const scope of ['global', 'tenant']) expect(await list({ scope })).toMatchObject({ total: 0 });
    expect(await list({ origin: 'pack', scope: 'project' })).toMatchObject({ total: 3 });
  });

  it('count fetches and injections, not searches and lists, and note when they were (R8.14, R9.05)', async () => {
    let time = 1000;
    const services = await skillServices(
      { skills: `${pack}  directory: {selection_strategy: pinned_then_top}\n`, files },
      { now: () => time++ },
    );
    const { search, list, get, relevant, directory } = skillTools(services);
    const order = async () => (await directory()).text.match(/pack\.p\.\w+/g);
    await search({ query: 'upload' });
    await list();
    expect(await order()).toEqual(['pack.p.login', 'pack.p.pages', 'pack.p.upload']);
    await get({ names: ['pack.p.upload'] });
    expect(await order()).toEqual(['pack.p.upload', 'pack.p.login', 'pack.p.pages']);
    await relevant('cursor');
    await relevant('cursor');
    expect(await order()).toEqual(['pack.p.pages', 'pack.p.upload', 'pack.p.login']);

    // The last use, not the number of uses, decides where the recent come first.
    const recent = skillTools(await skillServices({ skills: pack, files }, { now: () => time++ }));
    const latest = async () => (await recent.directory()).text.match(/pack\.p\.\w+/g);
    await recent.search({ query: 'upload' });
    await recent.list();
    expect(await latest()).toEqual(['pack.p.login', 'pack.p.pages', 'pack.p.upload']);
    for (const name of ['login', 'login', 'upload']) await recent.get({ names: [`pack.p.${name}`] });
    expect(await latest()).toEqual(['pack.p.upload', 'pack.p.login', 'pack.p.pages']);
    await recent.relevant('cursor');
    expect(await latest()).toEqual(['pack.p.pages', 'pack.p.upload', 'pack.p.login']);
  });

  it('tell events with their payloads (R12.10, R12.13, R12.15)', async () => {
    const events: SkillEvent[] = [];
    const services = await skillServices({ skills: pack, files }, { onSkillEvent: (event) => events.push(event) });
    const tools = skillTools(services);
    await tools.search({ query: 'page' });
    await tools.get({ names: ['pack.p.login', 'nope'], max_tokens: 300 });
    await tools.list({ task_type: 'api' });
    await tools.list({ page_size: 2, origin: 'pack', scope: 'project' });
    await tools.list({ page: 2, page_size: 2 });
    await tools.relevant('sign in');
    await tools.directory();
    write(services.root, 'packs/p/login.skill.yaml', skill('login', 'title: Log in'));
    await services.skills.load({ reload: true });
    expect(events.map((event) => skillEventSchema.parse(event))).toMatchObject([
      { type: 'skill_pack_loaded', pack_name: 'p', skill_count: 3, updated_count: 3 },
      {
        type: 'skill_search_query',
        query: 'page',
        requested_search_type: 'fts',
        effective_search_type: 'fts',
        results_count: 1,
      },
      { type: 'skill_get', names: ['pack.p.login', 'nope'], returned_count: 1, max_tokens: 300 },
      { type: 'skill_list', filters: { task_type: 'api' }, returned_count: 1 },
      { type: 'skill_list', filters: { origin: 'pack', scope: 'project' }, returned_count: 2 },
      { type: 'skill_list', filters: {}, returned_count: 1 },
      { type: 'skills_retrieved', skill_count: 1, top_k_used: 6, was_summarized: false },
      { type: 'skill_directory_rendered', count: 3 },
      { type: 'skill_pack_loaded', pack_name: 'p', skill_count: 3, updated_count: 1 },
    ]);
    // Only what was asked for is a filter.
    const filters = events.flatMap((event) => (event.type === 'skill_list' ? [event.filters] : []));
    expect(filters).toEqual([{ task_type: 'api' }, { origin: 'pack', scope: 'project' }, {}]);

    const withoutFts: SkillEvent[] = [];
    const options = { fts: 'off' as const, onSkillEvent: (event: SkillEvent) => withoutFts.push(event) };
    await skillTools(await skillServices({ skills: pack, files }, options)).search({ query: 'page' });
    expect(withoutFts.at(-1)).toMatchObject({
      type: 'skill_search_query',
      query: 'page',
      requested_search_type: 'fts',
      effective_search_type: 'regex',
      results_count: 1,
    });
  });

  it('redact and gate what they give (R11.10, R11.12, R11.15)', async () => {
    const told = (field: string) => `${field}: ask ${field}@mail.example.com or bank.pay or bank.lend`;
    const fields = {
      name: 'pack.p.secret',
      title: told('title'),
      description: told('description'),
      trigger: `secret ${told('trigger')}`,
      preconditions: [told('precondition')],
      steps: [told('step')],
      failure_modes: [told('failure')],
      tools: [
        { tool: 'bank.pay', note: 'n' },
        { tool: 'bank.lend', note: 'n' },
        { tool: 'bank.read', note: told('note') },
      ],
    };
    const services = await skillServices({
      skills: pack,
      yaml: 'tool_search: {enabled: true, default_loading_mode: deferred}\npolicy: {denied_tools: [bank.pay]}\npersonas: [{name: clerk, hidden_tools: [bank.lend]}]',
      tools: [{ name: 'bank.pay' }, { name: 'bank.lend' }, { name: 'bank.read' }],
      files: { 'packs/p/a.skill.md': `---\n${JSON.stringify(fields)}\n---\n${told('body')}\n` },
    });
    const tools = skillTools(services, 'clerk');
    const outputs = [
      (await tools.search({ query: 'secret' })).output,
      await tools.get({ names: ['pack.p.secret'] }),
      await tools.get({ names: ['pack.p.secret'], format: 'raw' }),
      await tools.list(),
      await tools.relevant('secret'),
      await tools.directory(),
    ];
    for (const output of outputs) {
      expect(JSON.stringify(output)).toContain('pack.p.secret');
      expect(JSON.stringify(output)).not.toMatch(/bank\.pay|bank\.lend|@mail/);
    }
    const { formatted_context } = await tools.get({ names: ['pack.p.secret'] });
    // Only a field that is given can be seen to be redacted.
    for (const field of ['title', 'description', 'trigger', 'precondition', 'step', 'failure', 'note', 'body']) {
      expect(formatted_context).toContain(`${field}: ask [REDACTED_EMAIL]`);
    }
    // Who may use the tool reads its name; the policy holds for everybody.
    const [all] = (await skillTools(services).get({ names: ['pack.p.secret'] })).skills;
    expect(all?.steps[0]).toMatch(/^step: ask \[REDACTED_EMAIL\] or a suitable tool \(.*\) or bank\.lend$/);
    expect(formatted_context).toContain("If tool bank.read is not visible, use tool_search for 'bank.read'.");
  });
});

describe('packs of a workspace', () => {
  it('report each pack, and load the others when one fails (R15.08, R13.54)', async () => {
    const services = await skillServices({
      skills:
        '  skill_packs:\n    - {name: gone, path: packs/gone}\n    - {name: out, path: ../..}\n    - {name: p, path: packs/p, pinned_skill_names: [pack.p.none]}\n    - {name: off, path: packs/p, enabled: false}\n    - {name: wide, path: packs/wide, scope_mode: global}\n    - {name: firm, path: packs/firm, scope_mode: tenant}\n',
      files: {
        ...files,
        'packs/wide/a.skill.yaml': skill('wide'),
        'packs/firm/a.skill.yaml': 'name: pack.firm.a\ntrigger: T.\nsteps: [S.]\n',
      },
    });
    const report = await services.skills.load({ reload: false });
    expect(report.packs.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'gone failed',
      'out failed',
      'p loaded',
      'off disabled',
      'wide loaded',
      'firm loaded',
    ]);
    expect(report.packs.flatMap(({ findings }) => findings.map(({ code }) => code))).toEqual([
      'pack_unreadable',
      'pack_unreadable',
      'pin_unknown',
      'name_convention',
      'pack_scope',
      'pack_scope',
    ]);
    const scopes = report.packs.filter(({ status }) => status === 'loaded').map(({ scope_mode }) => scope_mode);
    expect(scopes).toEqual(['project', 'global', 'tenant']);
    expect(skillPackConfigSchema.safeParse({ name: 'p', path: 'p', scope_mode: 'galaxy' }).success).toBe(false);
    expect((await skillTools(services).list()).total).toBe(3);
  });

  it('are read again when the workspace says so or is asked to, and serve nothing of a disabled or removed one (R8.38, R8.39, R8.40)', async () => {
    const services = await skillServices({ skills: pack, files });
    const { search, get, list, relevant, directory } = skillTools(services);
    expect((await list()).total).toBe(3);
    write(services.root, 'packs/p/new.skill.yaml', skill('new'));
    expect((await services.skills.load({ reload: true })).packs).toMatchObject([
      { added: ['pack.p.new'], unchanged: 3 },
    ]);
    expect((await list()).total).toBe(4);
    const reopen = async (yaml: string) => {
      writeFileSync(join(services.root, 'pegboard.yaml'), yaml);
      await services.workspace.open({ path: services.root });
      return (await list()).total;
    };
    expect(await reopen('skills:\n  enabled: true\n  skill_packs: [{name: p, path: packs/p, enabled: false}]\n')).toBe(
      0,
    );
    // Nothing of its folder is read either.
    write(services.root, 'packs/p/broken.skill.yaml', 'broken: [');
    expect((await services.skills.load({ reload: true })).packs).toMatchObject([
      { status: 'disabled', skills: 0, unchanged: 0, findings: [] },
    ]);
    rmSync(join(services.root, 'packs/p/broken.skill.yaml'));
    for (const search_type of ['fts', 'regex', 'exact']) {
      expect((await search({ query: 'pack.p.login', search_type })).output.skills).toEqual([]);
    }
    expect((await get({ names: ['pack.p.login'] })).skills).toEqual([]);
    expect((await relevant('sign in')).names).toEqual([]);
    expect(await directory()).toEqual({ text: '', count: 0 });
    expect(await reopen('skills:\n  enabled: true\n  skill_packs: [{name: p, path: packs/p}]\n')).toBe(4);
    rmSync(join(services.root, 'packs/p/new.skill.yaml'));
    expect((await services.skills.load({ reload: true })).packs).toMatchObject([
      { pruned: ['pack.p.new'], unchanged: 3 },
    ]);
    expect((await list()).total).toBe(3);
    expect(await reopen('skills:\n  enabled: true\n')).toBe(0);
    expect((await services.skills.load({ reload: false })).removed).toBe(3);
    expect((await services.skills.load({ reload: true })).removed).toBe(0);
  });

  it('serve a renamed pack, and one that takes the place of a disabled one, at the first load', async () => {
    const own = {
      'packs/p/a.skill.yaml': 'name: shared.name\ntrigger: Mine.\nsteps: [S.]\n',
      'packs/q/a.skill.yaml': 'name: shared.name\ntrigger: Theirs.\nsteps: [S.]\n',
    };
    const services = await skillServices({ skills: pack, files: own });
    const { list } = skillTools(services);
    const reopened = async (packs: string) => {
      writeFileSync(join(services.root, 'pegboard.yaml'), `skills:\n  enabled: true\n  skill_packs: ${packs}\n`);
      await services.workspace.open({ path: services.root });
      return (await list()).skills.map(({ trigger }) => trigger);
    };
    expect(await reopened('[{name: p, path: packs/p}]')).toEqual(['Mine.']);
    expect(await reopened('[{name: renamed, path: packs/p}]')).toEqual(['Mine.']);
    expect(await reopened('[{name: renamed, path: packs/p, enabled: false}, {name: q, path: packs/q}]')).toEqual([
      'Theirs.',
    ]);
    expect(await reopened('[{name: renamed, path: packs/p}, {name: q, path: packs/q}]')).toEqual(['Mine.']);
  });

  it('say that no model shortens skills, whatever the configuration asks for', async () => {
    const services = await skillServices({ skills: `  summarize: true\n${pack}`, files });
    const { findings } = await services.skills.load({ reload: false });
    expect(findings).toMatchObject([{ code: 'summarize_unused', severity: 'warning' }]);
    expect(
      (await skillServices({ skills: pack, files }).then(({ skills }) => skills.load({ reload: false }))).findings,
    ).toEqual([]);
  });

  it('keep a broken file from removing its skill, and say that it is stale', async () => {
    const services = await skillServices({ skills: pack, files });
    await services.skills.load({ reload: false });
    write(services.root, 'packs/p/login.skill.yaml', 'broken: [');
    const report = await services.skills.load({ reload: true });
    expect(report.packs).toMatchObject([{ stale: ['pack.p.login'], pruned: [] }]);
    expect(report.packs[0]?.findings.map(({ code }) => code)).toEqual(['syntax', 'pack_stale']);
    expect((await skillTools(services).list()).total).toBe(3);
  });
});
