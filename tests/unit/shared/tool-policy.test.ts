import { describe, expect, it } from 'vitest';
import {
  allowedNames,
  personaDenial,
  personaSchema,
  policyDenial,
  toolPolicySchema,
} from '#shared/domain/tool-policy.ts';

const tools = [
  { name: 'a.read', tags: ['safe', 'io'] },
  { name: 'a.write', tags: ['io'] },
  { name: 'b.send', tags: [] },
];
const policy = (fields: object) => toolPolicySchema.parse(fields);
const persona = (fields: object) => personaSchema.parse({ name: 'p', ...fields });

describe('tool policy', () => {
  it('lets everything run by default, null being no allowlist (R5.01)', () => {
    expect(policy({})).toEqual({ allowed_tools: null, denied_tools: [], require_tags: [] });
    const all = { allowed_tools: null, denied_tools: ['c', 'c'], require_tags: [] };
    expect(policy(all)).toEqual(all);
    for (const field of Object.keys(all)) {
      expect(policy({ [field]: ['a', 'b'] })).toMatchObject({ [field]: ['a', 'b'] });
      for (const not of ['a', [7], ...(field === 'allowed_tools' ? [] : [null])])
        expect(toolPolicySchema.safeParse({ [field]: not }).error?.issues[0]?.path[0]).toBe(field);
    }
    expect([...allowedNames(tools, { policies: [policy({})], persona: null })]).toHaveLength(3);
    const left = (fields: object) => [...allowedNames(tools, { policies: [policy(fields)], persona: null })];
    expect(left({ allowed_tools: null })).toHaveLength(3);
    expect(left({ allowed_tools: [] })).toEqual([]);
    expect(left({ allowed_tools: ['a.read', 'no.such_tool'] })).toEqual(['a.read']);
    expect(left({ denied_tools: ['a.read'] })).toEqual(['a.write', 'b.send']);
    expect(left({ require_tags: ['io'] })).toEqual(['a.read', 'a.write']);
  });

  it('denies what is on both lists (R5.02)', () => {
    const both = policy({ allowed_tools: ['a.read'], denied_tools: ['a.read'] });
    expect(policyDenial({ name: 'a.read', tags: [] }, both)).toEqual({ rule: 'denied_tools' });
    const some = policy({ allowed_tools: ['a.read', 'a.write'], denied_tools: ['a.read'] });
    expect([...allowedNames(tools, { policies: [some], persona: null })]).toEqual(['a.write']);
    // Of two policies, too, in either order.
    const two = [policy({ allowed_tools: ['a.read'] }), policy({ denied_tools: ['a.read'] })];
    for (const policies of [two, two.toReversed()])
      expect([...allowedNames(tools, { policies, persona: null })]).toEqual([]);
  });

  it('keeps only tools with every required tag (R5.03)', () => {
    const both = policy({ require_tags: ['safe', 'io'] });
    expect([...allowedNames(tools, { policies: [both], persona: null })]).toEqual(['a.read']);
    expect(policyDenial({ name: 'a.write', tags: ['io'] }, both)).toEqual({ rule: 'require_tags', missing: ['safe'] });
  });

  it('hides by persona globs, hidden over visible', () => {
    const p = persona({ visible_tools: ['a.*'], hidden_tools: ['*.write'] });
    expect([...allowedNames(tools, { policies: [], persona: p })]).toEqual(['a.read']);
    expect(personaDenial({ name: 'a.write', tags: [] }, p)).toEqual({ rule: 'hidden_tools', pattern: '*.write' });
    expect(personaDenial({ name: 'b.send', tags: [] }, p)).toEqual({ rule: 'visible_tools' });
  });

  it('can only narrow with each further policy', () => {
    const policies = [policy({ allowed_tools: ['a.read', 'ghost'] }), policy({ allowed_tools: ['a.read', 'b.send'] })];
    expect([...allowedNames(tools, { policies, persona: null })]).toEqual(['a.read']);
  });

  it('gives the same set as the reasons do, tool by tool', () => {
    const rules = policy({ denied_tools: ['b.send'], require_tags: ['io'] });
    const viewer = persona({ visible_tools: ['a.*', 'b.*'] });
    const allowed = allowedNames(tools, { policies: [rules], persona: viewer });
    for (const tool of tools) {
      expect(allowed.has(tool.name)).toBe(policyDenial(tool, rules) === null && personaDenial(tool, viewer) === null);
    }
  });

  it('names a field that is misspelt', () => {
    expect(toolPolicySchema.safeParse({ denied: ['x'] }).error?.issues[0]).toMatchObject({ keys: ['denied'] });
  });
});
