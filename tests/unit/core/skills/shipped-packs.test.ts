import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { convertSkills } from '#core/skills/convert-skills.ts';
import { loadPack } from '#core/skills/read/load-pack.ts';
import { readSkillsAt } from '#core/skills/read/read-skills-at.ts';
import { validateSkills } from '#core/skills/validate-skills.ts';
import { skillFormatSchema } from '#shared/domain/skill.ts';
import { formatOfFile } from '#shared/domain/skill-names.ts';
import { skillMdProfileSchema } from '#shared/domain/skill-validation.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { skillServices, skillTools } from '../../../support/skill-workspace.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { testServices } from '../../../support/workspace.ts';

const folder = resolve(import.meta.dirname, '../../../../skill-packs');
const packs = ['browser', 'core', 'github'];

describe('the packs that come with Pegboard', () => {
  it('are at least 24 skills, in every format, without a finding by any profile', async () => {
    const {
      packs: count,
      skills,
      findings,
    } = await validateSkills({ path: folder, profiles: skillMdProfileSchema.options }, nodeFiles);
    expect(findings).toEqual([]);
    expect(count).toBe(3);
    expect(skills).toBeGreaterThanOrEqual(24);
    const formats = packs.flatMap((pack) => readdirSync(join(folder, pack)).map(formatOfFile));
    expect(new Set(formats.filter((format) => format !== null))).toEqual(new Set(['md', 'yaml', 'json', 'jsonl']));
  });

  it.each(packs)(
    '%s comes back from SKILL.md, and from every other format, with equal content hashes and clean in every profile',
    async (name) => {
      const before = await loadPack(join(folder, name), { files: nodeFiles });
      for (const to of skillFormatSchema.options) {
        const out = temporaryFolder();
        await convertSkills({ path: join(folder, name), to, out, overwrite: false }, nodeFiles);
        const after = (await readSkillsAt(out, nodeFiles)).packs
          .filter(({ pack }) => pack.skills.length > 0)
          .map(({ pack }) => pack);
        expect(
          after.map((pack) => pack.pack_content_hash),
          to,
        ).toEqual([before.pack_content_hash]);
        expect(after[0]?.manifest).toEqual(before.manifest);
        const { findings } = await validateSkills({ path: out, profiles: skillMdProfileSchema.options }, nodeFiles);
        expect(findings, to).toEqual([]);
      }
    },
  );

  it('include a login in Markdown and a cursor loop in YAML, whose screens need no setup (R19.28)', async () => {
    const { skills } = await loadPack(join(folder, 'core'), { files: nodeFiles });
    const files = new Map(skills.map(({ name, file }) => [name, file]));
    expect(files.get('pack.core.browser_auth.login_basic')).toBe('login-basic.skill.md');
    expect(files.get('pack.core.api.pagination.cursor_loop')).toBe('cursor-loop.skill.yaml');
    const services = await testServices({ shippedPacks: folder });
    await services.workspace.openDemo();
    const { list, search, get, directory, relevant } = skillTools(services);
    const samples = ['pack.core.browser_auth.login_basic', 'pack.core.api.pagination.cursor_loop'];
    const listed = (await list({ page_size: 100 })).skills.map(({ name }) => name);
    expect(listed).toEqual(expect.arrayContaining(samples));
    for (const { steps } of (await get({ names: samples })).skills) expect(steps.length).toBeGreaterThan(2);
    for (const [query, name] of [
      ['log into a website with a password', samples[0]],
      ['read every page with a cursor', samples[1]],
    ]) {
      expect((await search({ query })).output.skills.map((skill) => skill.name)).toContain(name);
      expect((await relevant(query as string)).names).toContain(name);
    }
    expect((await directory()).count).toBeGreaterThan(0);
  });

  it('are worth their tokens: each fits the default budget of skill_get, and is found by what a user would say', async () => {
    const services = await skillServices(
      {
        skills: `  scope_mode: global\n  skill_packs:\n${packs.map((name) => `    - {name: ${name}, path: "shipped:${name}"}\n`).join('')}`,
      },
      { shippedPacks: folder },
    );
    const { list, get, search } = skillTools(services);
    for (const { name } of (await list({ page_size: 100 })).skills) {
      const { formatted_context } = await get({ names: [name] });
      expect(formatted_context, name).not.toContain('truncated:');
      expect(estimateTokens(formatted_context), name).toBeLessThan(600);
    }
    for (const [query, name] of [
      ['log into a website', 'pack.core.browser_auth.login_basic'],
      ['pick a date in a calendar', 'pack.browser.forms.date_picker'],
      ['the API says 429 too many requests', 'pack.core.api.rate_limits'],
      ['review this pull request', 'pack.github.pulls.review'],
      ['publish a new version', 'pack.github.releases.cut'],
      ['upload a big file in chunks', 'pack.core.api.upload_in_parts'],
    ] as const) {
      expect(
        (await search({ query })).output.skills.slice(0, 3).map((hit) => hit.name),
        query,
      ).toContain(name);
    }
  });
});
