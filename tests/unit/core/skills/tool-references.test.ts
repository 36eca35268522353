import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillServices } from '../../../support/skill-workspace.ts';

const skill = (tools: string, step = 'Do it.') =>
  `name: pack.p.one\ntrigger: T.\nsteps: ["${step}"]\ntools: ${tools}\n`;

async function findings(text: string, yaml: string): Promise<string[]> {
  const services = await skillServices({
    skills: '  skill_packs: [{name: p, path: packs/p}]\n',
    yaml,
    tools: [{ name: 'git.push' }, { name: 'git.pull' }, { name: 'bank.pay' }],
    files: { 'packs/p/one.skill.yaml': text },
  });
  const { packs } = await services.skills.load({ reload: false });
  return packs.flatMap((pack) =>
    pack.findings.map(({ code, path, message, hint }) => `${code} ${path} ${message} ${hint}`),
  );
}

const on = 'tool_search: {enabled: true}\n';

describe('tools that skills name', () => {
  it('are fine when an agent may use them', async () => {
    expect(await findings(skill('[{tool: git.push}, tool_search]', 'Call `git.pull`, not `next.page`.'), on)).toEqual(
      [],
    );
  });

  it('are told when no source has them, with the name that was meant', async () => {
    expect(await findings(skill('[git.pusch, shop.buy]', 'Call `git.pul`.'), on)).toEqual([
      expect.stringMatching(/^tool_unknown packs\/p\/one\.skill\.yaml .*git\.pusch.* Did you mean git\.push\?$/),
      expect.stringMatching(/^tool_unknown .*shop\.buy.* Import its source/),
      expect.stringMatching(/^tool_unknown .*git\.pul,.* Did you mean git\.pull\?$/),
    ]);
  });

  it('are told when the policy or a persona denies them', async () => {
    const yaml = `${on}policy: {denied_tools: [bank.pay]}\npersonas:\n  - {name: guest, hidden_tools: ["git.push"]}\n  - {name: boss}\n`;
    expect(await findings(skill('[bank.pay, git.push]'), yaml)).toEqual([
      expect.stringMatching(/^tool_denied .*bank\.pay, which the policy denies/),
      expect.stringMatching(
        /^tool_denied .*git\.push, which the persona guest may not use\. .* Write the step so that/,
      ),
    ]);
  });

  it('are told, in a pack that comes with Pegboard, with a hint that can be followed: only a copy can be changed', async () => {
    const services = await skillServices(
      {
        skills: '  skill_packs: [{name: github, path: "shipped:github"}]\n',
        yaml: `${on}personas:\n  - {name: support, hidden_tools: ["github.*"]}\n`,
        tools: [{ name: 'github.search_issues' }],
      },
      { shippedPacks: resolve(import.meta.dirname, '../../../../skill-packs') },
    );
    const { packs } = await services.skills.load({ reload: false });
    const denied = packs.flatMap((pack) => pack.findings.filter(({ code }) => code === 'tool_denied'));
    expect(denied[0]?.message).toContain('which the persona support may not use');
    expect(denied[0]?.hint).toMatch(/^Copy the pack into the workspace, then write the step /);
  });

  it('are told in plain prose too, as whole words, and nothing that only looks like one is', async () => {
    const yaml = `${on}policy: {denied_tools: [bank.pay]}\n`;
    const prose =
      'First bank.pay. Then git.pull, never git.pull.request; see git.com, index.ts and next_cursor at bank.payments.';
    expect(await findings(skill('[]', prose), yaml)).toEqual([expect.stringMatching(/^tool_denied .*bank\.pay,/)]);
    expect(await findings(skill('[]', 'Use tool_search.'), '')).toEqual([expect.stringMatching(/^tool_deferred /)]);
  });

  it('are told in plain prose too where they are a known tool with a slip of the pen', async () => {
    const tools = ['github.create_issue', 'github.list_issues', 'github.com_port', 'slack.post_message'];
    const told = async (prose: string) => {
      const services = await skillServices({
        skills: '  skill_packs: [{name: p, path: packs/p}]\n',
        yaml: on,
        tools: tools.map((name) => ({ name })),
        files: { 'packs/p/one.skill.yaml': skill('[]', prose) },
      });
      const { packs } = await services.skills.load({ reload: false });
      return packs.flatMap((pack) => pack.findings.map(({ code, message, hint }) => `${code} ${message} ${hint}`));
    };
    for (const [prose, meant] of [
      ['Call github.create_isue with a title.', 'github.create_issue'],
      ['Then (github.list_isues).', 'github.list_issues'],
      ['Then gihub.list_issues, then done.', 'github.list_issues'],
      ['slack.post_mesage', 'slack.post_message'],
    ] as const) {
      expect(await told(prose), prose).toEqual([
        expect.stringMatching(new RegExp(`^tool_unknown .*Did you mean ${meant}\\?$`)),
      ]);
    }
    const harmless =
      'See github.com, e.g. github.io or i.e. slack.md and github.yml; version 1.2.3, v2.0.1, slack.channel_id, github.issue.number and next.page. Read README.md, index.ts.';
    expect(await told(harmless)).toEqual([]);
  });

  it('are told when they are those of a search that is off', async () => {
    expect(await findings(skill('[tool_search]'), '')).toEqual([
      expect.stringMatching(/^tool_deferred .*tool search is off/),
    ]);
  });
});
