import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testServices, workspaceFolder } from '../../../support/workspace.ts';

const skillMd = (description: string, more = '') =>
  `---\nname: refund\ndescription: ${description}\n---\n\nAsk for the order, then write to ann@example.com.\n${more}`;

/** A workspace whose pack has a SKILL.md, a file beside it, and so many other skills. */
async function openWith(others: number) {
  const packs = 'skills:\n  skill_packs:\n    - name: money\n      path: packs/money\n      format: skill-md\n';
  const root = workspaceFolder([{ name: 'orders.get', description: 'Get an order.' }], packs);
  const write = (path: string, text: string) => {
    mkdirSync(join(root, 'packs/money', path, '..'), { recursive: true });
    writeFileSync(join(root, 'packs/money', path), text);
  };
  write('refund/SKILL.md', skillMd('Refund an order.'));
  write('refund/references/rules.md', 'Within 30 days.');
  for (let i = 0; i < others; i++) {
    write(`other-${i}/SKILL.md`, `---\nname: other-${i}\ndescription: ${'Another one. '.repeat(20)}\n---\n\nDo it.\n`);
  }
  const services = await testServices();
  await services.workspace.open({ path: root });
  return services;
}

const asked = { pack: 'money', file: 'refund/SKILL.md', caller: {} };

describe('a skill by host', () => {
  it('is a line and the text without front matter for hosts that read files, and a block for ours', async () => {
    const services = await openWith(0);
    const { name, hosts } = await services.providers.skillByHost({
      ...asked,
      text: skillMd('Refund an order that is not saved.'),
      context_window: 200_000,
    });
    expect(name).toBe('refund');
    expect(hosts.map(({ host, state }) => [host, state])).toEqual([
      ['Claude Code', 'whole'],
      ['Codex', 'whole'],
      ['Pegboard', 'whole'],
    ]);
    const [claude, codex, own] = hosts;
    expect(claude).toMatchObject({
      line: '- refund: Refund an order that is not saved.',
      body: 'Ask for the order, then write to ann@example.com.',
      files: [{ path: 'references/rules.md', size: 15 }],
      findings: [],
    });
    expect(codex?.files).toEqual(claude?.files);
    expect(own?.body).toContain('[REDACTED_EMAIL]');
    expect(own?.files).toEqual([]);
  });

  it('is cut where the list of all skills is over the budget of a host', async () => {
    const services = await openWith(12);
    const states = async (context_window: number) => {
      const { hosts } = await services.providers.skillByHost({
        ...asked,
        text: skillMd('Refund an order.'),
        context_window,
      });
      return Object.fromEntries(hosts.map(({ host, state }) => [host, state]));
    };
    expect(await states(1_000_000)).toMatchObject({ 'Claude Code': 'whole', Codex: 'whole' });
    // 10 tokens are 40 characters in Claude Code, where names alone are more, and 20 tokens in Codex, which drops the last names.
    expect(await states(1000)).toMatchObject({ 'Claude Code': 'name_only', Codex: 'omitted' });
  });

  it('is nothing where the text has no skill', async () => {
    const services = await openWith(0);
    const text = '---\nname: [\n---\n';
    expect(await services.providers.skillByHost({ ...asked, text, context_window: null })).toEqual({
      name: null,
      hosts: [],
    });
  });
});
