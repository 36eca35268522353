import { describe, expect, it } from 'vitest';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';
import { lineOfBlock } from '../../../src-renderer/features/prompt-diff/block-lines.ts';
import {
  fieldChanges,
  fieldsText,
  freeName,
  readFields,
} from '../../../src-renderer/features/prompt-diff/profile-fields.ts';
import { searchOn, servicesWith } from '../../support/workspace.ts';

describe('the fields of a profile', () => {
  it('are written as YAML without the name, and read back', () => {
    const profile = {
      name: 'small',
      description: 'Few.',
      tool_search: { enabled: true, always_loaded_patterns: ['a.*'] },
    };
    const text = fieldsText(profile);
    expect(text).not.toContain('small');
    const { name: _name, ...fields } = profile;
    expect(readFields(text)).toEqual({ fields });
    expect(readFields(fieldsText({ name: 'empty' }))).toEqual({ fields: {} });
  });

  it('that are no YAML or no map name the line', () => {
    expect(readFields('tool_search:\n  enabled: [')).toMatchObject({ problems: [{ line: 2 }] });
    expect(readFields('- a')).toMatchObject({
      problems: [{ line: 1, message: expect.stringContaining('tool_search') }],
    });
  });

  it('applied to the workspace give the prompt of the profile, and leave the rest', async () => {
    const tools = [
      { name: 'a.always', description: 'There.', loading_mode: 'always' },
      { name: 'a.later', description: 'L.' },
    ];
    for (const name of ['all-tools', 'one-discovery-tool', 'baseline']) {
      const services = await servicesWith(tools, { yaml: `${searchOn}\npersonas: [{name: guest}]\n` });
      const { prompt: wanted } = await services.prompt.render({ profile: name });
      const profile = builtinProfiles.find((one) => one.name === name);
      await services.config.edit({ changes: profile ? fieldChanges(profile) : [] });
      expect((await services.prompt.render({ profile: 'workspace' })).prompt).toEqual(wanted);
      expect((await services.config.read()).written.personas).toEqual([{ name: 'guest' }]);
    }
  });

  it("that do not hold are not written; a wrong profile that was there is nobody else's obstacle", async () => {
    const broken = { name: 'broken', tool_search: { max_search_results: 99 } };
    const services = await servicesWith([{ name: 'a.b', description: 'B.' }], {
      yaml: `${searchOn}\nprofiles: [${JSON.stringify(broken)}]\n`,
    });
    const edit = (value: object[]) =>
      services.config.edit({ changes: [{ path: ['profiles'], value: value as never }] });
    await expect(edit([broken, { name: 'new', planner: { max_steps: 'many' } }])).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('profile new: planner.max_steps'),
    });
    expect(await edit([broken, { name: 'new', planner: { max_steps: 4 } }])).toMatchObject({ written: true });
  });

  it('of a copy stand under a name that is free', () => {
    expect(freeName('chat', new Set(['chat']))).toBe('chat copy');
    expect(freeName('chat', new Set(['chat copy', 'chat copy 2']))).toBe('chat copy 3');
  });
});

describe('places of the compared text', () => {
  const tokens = { estimate: 0, o200k: 0 };

  it('are the lines at which blocks begin', () => {
    const blocks = [
      { name: 'instructions' as const, text: 'a\nb', tokens },
      { name: 'available_tools' as const, text: 'c', tokens },
    ];
    expect(lineOfBlock({ blocks, tokens }, 'instructions')).toBe(0);
    expect(lineOfBlock({ blocks, tokens }, 'available_tools')).toBe(3);
    expect(lineOfBlock({ blocks, tokens }, 'tool_hints')).toBeNull();
  });
});
