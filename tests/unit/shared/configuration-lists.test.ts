import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSession } from '#core/planner/concurrency.ts';
import { standardStyle } from '#core/planner/styles/standard.ts';
import type { StoredSkill } from '#core/skills/store/stored-skill.ts';
import { skillDenial } from '#core/skills/store/visible-skills.ts';
import { parseWorkspaceFile } from '#core/workspace/workspace-file.ts';
import { configFields } from '#shared/config-fields.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { sourceModeRules, sourceSchema } from '#shared/domain/source.ts';
import { toolCurationSchema } from '#shared/domain/tool.ts';
import { skillServices, skillTools } from '../../support/skill-workspace.ts';
import { write } from '../../support/workspace.ts';

const fileWith = (value: unknown) => parseWorkspaceFile(JSON.stringify(value), 'pegboard.yaml');
const typeOf = new Map(configFields(workspaceConfigSchema).map(({ path, type }) => [path, type]));

describe('entries of lists in the configuration', () => {
  it('R13.28, R13.29, R13.34: a source has its fields, their defaults and limits', () => {
    const required = { name: 'a', path: 'p', format: 'openai' };
    const source = (fields: object = {}) => fileWith({ sources: [{ ...required, ...fields }] }).config.sources[0];
    expect(source()).toEqual({
      ...required,
      enabled: true,
      default_loading_mode: null,
      always_loaded_tools: [],
      deferred_tools: null,
      tool_examples: {},
      inherit_from_schema: true,
    });
    // What is left out is the same as false.
    expect(sourceModeRules(sourceSchema.parse(source({ defer_loading: false })))).toEqual(
      sourceModeRules(sourceSchema.parse(source())),
    );
    expect(['inherit_from_schema', 'defer_loading'].map((field) => typeOf.get(`sources[].${field}`))).toEqual([
      'boolean',
      'boolean or list of string',
    ]);
    const example = { args: { x: 1 }, description: 'One.', tags: ['minimal'] };
    const taken = {
      tool_examples: [{}, { t: [] }, { t: [example, { args: {}, tags: [] }], u: [example] }],
      inherit_from_schema: [true, false],
      defer_loading: [true, false, [], ['t', 'u']],
    };
    for (const [field, values] of Object.entries(taken))
      for (const value of values) expect(source({ [field]: value }), field).toMatchObject({ [field]: value });
    const not = {
      default_loading_mode: ['lazy'],
      always_loaded_tools: ['t'],
      deferred_tools: ['t'],
      defer_loading: ['yes', 1, [7], null],
      tool_examples: [[], { t: example }, { t: [{ description: 'no args' }] }],
      inherit_from_schema: ['no', 1, null],
    };
    for (const [field, values] of Object.entries(not))
      for (const value of values)
        expect(() => source({ [field]: value }), `${field}: ${JSON.stringify(value)}`).toThrow(`sources.0.${field}`);
  });

  it('a tool has one of three risks', () => {
    expect(toolCurationSchema.safeParse({ risk_level: 'destructive' }).success).toBe(true);
    expect(toolCurationSchema.safeParse({ risk_level: 'high' }).error?.issues[0]?.path).toEqual(['risk_level']);
  });

  it('R13.39, R13.40: a context has tenant and project for scopes, a session that session scope needs, and nothing else', () => {
    const persona = (tool_context: object) => ({ personas: [{ name: 'p', tool_context }] });
    const given = { tenant_id: 't', project_id: 'p', session_id: 's' };
    expect(fileWith(persona(given)).config.personas[0]?.tool_context).toEqual(given);
    expect(fileWith({ personas: [{ name: 'p' }] }).config.personas[0]?.tool_context).toEqual({});
    for (const [field, value] of Object.entries(given)) {
      const one = { [field]: value };
      expect(fileWith(persona(one)).config.personas[0]?.tool_context).toEqual(one);
      expect(() => fileWith(persona({ [field]: 7 })), field).toThrow(`personas.0.tool_context.${field}`);
    }
    expect(fileWith(persona({ user_id: 'u' })).config.personas[0]?.tool_context).toEqual({});

    const denied = (scope_mode: StoredSkill['scope_mode'], context: object) => {
      const skill = { scope_mode, scope_tenant_id: 't', scope_project_id: 'p', origin: 'learned' } as StoredSkill;
      return skillDenial(skill, { context, widest: 'global', packs: new Set() }) !== null;
    };
    const others = [{ ...given, tenant_id: 'u' }, { ...given, project_id: 'q' }, {}];
    expect([given, ...others].map((context) => denied('project', context))).toEqual([false, true, true, true]);
    expect([given, ...others].map((context) => denied('tenant', context))).toEqual([false, true, false, true]);

    const check = (activation_scope: string, context: object) => () => {
      const { config } = fileWith({ tool_search: { enabled: true, activation_scope } });
      checkSession(config, { style: standardStyle(config), context });
    };
    expect(check('session', { tenant_id: 't', project_id: 'p' })).toThrow('session_id');
    expect(check('session', { session_id: 's' })).not.toThrow();
    expect(check('run', {})).not.toThrow();
  });

  const pack = (fields: object) => ({ skills: { skill_packs: [{ name: 'core', path: 'packs/core', ...fields }] } });

  it('R13.51, R13.52, R13.53, R13.54, R13.55, R13.56, R13.57: a pack has its fields, their defaults and limits, and is read as they say', async () => {
    expect(fileWith(pack({})).config.skills.skill_packs).toEqual([
      {
        name: 'core',
        path: 'packs/core',
        format: null,
        enabled: true,
        update_existing_pack_skills: true,
        pinned_skill_names: [],
        left_out_skill_names: [],
      },
    ]);
    for (const field of ['name', 'path']) {
      expect(() => fileWith(pack({ [field]: undefined })), `no ${field}`).toThrow(`skills.skill_packs.0.${field}`);
    }
    checkFields({
      name: ['string', ['a', 'A-b_9'], ['', 'two words', 7]],
      path: ['string', ['packs/core', 'shipped:core'], ['', null]],
      format: [
        '`md`, `yaml`, `json`, `jsonl`, `skill-md` or null',
        ['md', 'yaml', 'json', 'jsonl', null],
        ['toml', ''],
      ],
      scope_mode: ['`project`, `tenant`, `global`', ['project', 'tenant', 'global'], ['user', null]],
      enabled: ['boolean', [true, false], ['yes', null]],
      update_existing_pack_skills: ['boolean', [true, false], [1, null]],
      pinned_skill_names: ['list of string', [[], ['pack.core.a', 'b']], ['pack.core.a', [7]]],
      left_out_skill_names: ['list of string', [[], ['pack.core.a']], ['pack.core.a', [7]]],
    });

    const fields = { trigger: 'T.', steps: ['S.'] };
    const text = JSON.stringify(fields);
    const formats = ['md', 'yaml', 'json', 'jsonl'];
    const packs = [
      '{name: core, path: packs/core, pinned_skill_names: [pack.core.yaml, pack.core.json]}',
      ...formats.map((format) => `{name: ${format}, path: packs/core, format: ${format}}`),
      '{name: off, path: packs/core, enabled: false}',
      '{name: kept, path: packs/core, format: md, scope_mode: tenant, update_existing_pack_skills: false}',
      '{name: shipped, path: "shipped:core", scope_mode: global}',
    ];
    const services = await skillServices(
      {
        skills: `  skill_packs:\n${packs.map((one) => `    - ${one}\n`).join('')}`,
        files: {
          'packs/core/md.skill.md': `---\n${text}\n---\n`,
          'packs/core/yaml.skill.yaml': text,
          'packs/core/json.skill.json': text,
          'packs/core/jsonl.skill.jsonl': text,
        },
      },
      { shippedPacks: resolve(import.meta.dirname, '../../../skill-packs') },
    );
    const { packs: reports } = await services.skills.load({ reload: false });
    const told = (name: string) => reports.find((report) => report.name === name);
    expect(told('core')?.added.toSorted()).toEqual(formats.map((format) => `pack.core.${format}`).toSorted());
    for (const format of formats) expect(told(format)?.added).toEqual([`pack.${format}.${format}`]);
    expect(told('off')).toMatchObject({ status: 'disabled', skills: 0, added: [] });
    expect(told('shipped')?.added.length).toBeGreaterThan(0);
    // Without a scope of its own, a pack has that of the workspace, which is project.
    const scopes = ['core', 'kept', 'shipped'].map((name) => told(name)?.scope_mode);
    expect(scopes).toEqual(['project', 'tenant', 'global']);
    const { text: names } = await skillTools(services).directory();
    expect(names.match(/(?<=^- )pack\.\S+/gm)?.slice(0, 2)).toEqual(['pack.core.yaml', 'pack.core.json']);

    write(services.root, 'packs/core/md.skill.md', `---\n${JSON.stringify({ ...fields, trigger: 'New.' })}\n---\n`);
    const again = await services.skills.load({ reload: true });
    const changed = again.packs.filter(({ name }) => ['core', 'kept'].includes(name));
    expect(changed.map(({ updated, kept }) => [updated, kept])).toEqual([
      [['pack.core.md'], []],
      [[], ['pack.kept.md']],
    ]);
  });

  function checkFields(
    fields: Readonly<Record<string, readonly [type: string, taken: readonly unknown[], not: readonly unknown[]]>>,
  ): void {
    for (const [field, [type, taken, not]] of Object.entries(fields)) {
      expect(typeOf.get(`skills.skill_packs[].${field}`), field).toBe(type);
      for (const value of taken)
        expect(fileWith(pack({ [field]: value })).config.skills.skill_packs[0]).toMatchObject({ [field]: value });
      for (const value of not)
        expect(() => fileWith(pack({ [field]: value })), `${field}: ${JSON.stringify(value)}`).toThrow(
          `skills.skill_packs.0.${field}`,
        );
    }
  }
});
