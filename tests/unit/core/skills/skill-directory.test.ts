import { describe, expect, it } from 'vitest';
import { skillServices, skillTools } from '../../../support/skill-workspace.ts';

const skill = (name: string, fields = '') => `name: pack.${name}\nsteps: [Step.]\n${fields}\n`;
const files = {
  'packs/p/login.skill.yaml': skill('p.login', 'title: Sign in\ntrigger: Do login.\ntask_type: browser'),
  'packs/p/pages.skill.yaml': skill('p.pages', 'title: Read every page\ntrigger: Do pages.\ntask_type: api'),
  'packs/p/upload.skill.yaml': skill('p.upload', 'title: Upload a file\ntrigger: Do upload.'),
  'packs/q/audit.skill.yaml': skill('q.audit', 'title: Audit\ntrigger: Do audit.'),
};

describe('skill directory', () => {
  const rendered = async (config: string, packs: readonly string[]) => {
    const services = await skillServices({
      skills: `  directory: ${config}\n  skill_packs:\n${packs.map((pack) => `    - {${pack}}\n`).join('')}`,
      files,
    });
    return skillTools(services).directory();
  };
  const entries = (config: string, pins = '[]') =>
    rendered(config, [`name: p, path: packs/p, pinned_skill_names: ${pins}`]);
  const namesIn = ({ text }: { readonly text: string }) => text.match(/pack\.[pq]\.\w+/g);

  it('puts pinned skills first, in their order, and never shows more than max_entries (R9.04, R9.07)', async () => {
    const { text, count } = await entries('{max_entries: 2}', '[pack.p.none, pack.p.upload, pack.p.upload]');
    expect(text).toBe(
      '<skill_directory>\nKnown skills (use skill_get by name; use skill_search for discovery):\n- pack.p.upload — Upload a file\n- pack.p.login — Sign in\n</skill_directory>',
    );
    expect(count).toBe(2);
    const order = async (config: string, pins: string) => namesIn(await entries(config, pins));
    expect(await order('{}', '[pack.p.upload, pack.p.pages]')).toEqual([
      'pack.p.upload',
      'pack.p.pages',
      'pack.p.login',
    ]);
    expect(await order('{max_entries: 1}', '[pack.p.upload, pack.p.pages]')).toEqual(['pack.p.upload']);

    // Those of several packs follow the configuration, and a pack that is off pins nothing, not even a skill of another.
    const several = await rendered('{}', [
      'name: off, path: packs/p, enabled: false, pinned_skill_names: [pack.p.login]',
      'name: q, path: packs/q, pinned_skill_names: [pack.q.audit]',
      'name: p, path: packs/p, pinned_skill_names: [pack.p.upload]',
    ]);
    expect(namesIn(several)).toEqual(['pack.q.audit', 'pack.p.upload', 'pack.p.login', 'pack.p.pages']);
  });

  it('labels with the first field that is listed and there (R9.09)', async () => {
    const linesBy = async (config: string) => (await entries(config)).text.split('\n').slice(2, -1);
    expect(await linesBy('{}')).toEqual([
      '- pack.p.login — Sign in',
      '- pack.p.pages — Read every page',
      '- pack.p.upload — Upload a file',
    ]);
    expect((await linesBy('{include_fields: [name, trigger]}'))[0]).toBe('- pack.p.login — Do login.');
    expect((await linesBy('{include_fields: [task_type]}'))[0]).toBe('- pack.p.login — browser');
    expect((await linesBy('{include_fields: [name]}'))[0]).toBe('- pack.p.login');
  });

  it('renders nothing when off or empty', async () => {
    expect(await entries('{enabled: false}')).toEqual({ text: '', count: 0 });
    expect(await entries('{max_entries: 0}')).toEqual({ text: '', count: 0 });
  });
});
