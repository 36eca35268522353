import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNameGate } from '#core/catalog/name-gate.ts';
import { TextScan } from '#core/leaks/text-scan.ts';
import type { LeakReport } from '#shared/domain/leak-report.ts';

const tools = [
  {
    name: 'orders.get',
    description: 'Before orders.erase, or mcp__board__orders__erase, look here.',
    inputSchema: { type: 'object', properties: { wipe: {} } },
  },
  { name: 'orders.erase', description: 'Erases an order.', aliases: ['orders.kill'] },
  { name: 'wipe', description: 'Wipes.' },
  { name: 'reply', description: 'Replies.' },
];
const yaml = `tool_search: {enabled: true, default_loading_mode: deferred, hints: {enabled: true}, directory: {enabled: true}}
policy: {denied_tools: [orders.erase, away.tool]}
personas:
  - {name: clerk, tool_context: {tenant_id: a}, hidden_tools: [wipe, reply]}
skills: {enabled: true, scope_mode: tenant, skill_packs: [
  {name: a, path: packs/a, scope_mode: tenant, tenant_id: a}, {name: b, path: packs/b, scope_mode: tenant, tenant_id: b}]}
`;

/** What the check says of a workspace whose visible skill has this step. */
async function reportOf(
  persona: string | undefined,
  step = 'Call `orders.kill`, then orders.erase.',
): Promise<LeakReport> {
  const { testServices, workspaceFolder, write } = await import('../../../support/workspace.ts');
  const root = workspaceFolder(tools, yaml);
  write(
    root,
    'packs/a/one.skill.json',
    JSON.stringify({ name: 'pack.a.one', trigger: 'erase an order', steps: [step] }),
  );
  write(root, 'packs/b/two.skill.json', JSON.stringify({ name: 'pack.b.two', trigger: 'erase', steps: ['Secret.'] }));
  const services = await testServices();
  await services.workspace.open({ path: root });
  for await (const event of services.leaks.check({ profile: 'workspace', persona })) {
    if (event.type === 'done') return event.report;
  }
  throw new Error('no report');
}

const foundIn = ({ places }: LeakReport) => places.filter(({ found }) => found > 0).map(({ place }) => place);

describe('the leak check', () => {
  it('finds no hidden name in any text, and says what is hidden and why', async () => {
    const report = await reportOf('clerk');
    expect(report.hidden).toEqual([
      { name: 'away.tool', kind: 'denied', rule: 'policy.denied_tools names it; no tool has that name now' },
      { name: 'orders.erase', kind: 'tool', rule: 'policy.denied_tools names it' },
      { name: 'orders.kill', kind: 'alias', rule: 'another name of orders.erase: policy.denied_tools names it' },
      { name: 'reply', kind: 'tool', rule: 'hidden_tools of clerk: reply' },
      { name: 'wipe', kind: 'tool', rule: 'hidden_tools of clerk: wipe' },
      { name: 'pack.b.two', kind: 'skill', rule: 'it belongs to tenant b' },
    ]);
    // "reply" is a word of our own instructions, "wipe" an argument of a visible tool.
    expect(report.ordinary).toEqual(['reply', 'wipe']);
    expect(report).toMatchObject({ persona: 'clerk', profile: 'workspace', found: 0 });
    const looked = report.places.map(({ place }) => place);
    for (const place of [
      'prompt: available_tools',
      'prompt: tool_directory',
      'prompt: tool_hints',
      'request: anthropic',
    ]) {
      expect(looked).toContain(place);
    }
    for (const place of ['tool_search', 'tool_get', 'skill_search', 'skill_get', 'skill_list', 'call of the name']) {
      expect(looked).toContain(place);
    }
    const search = report.places.find(({ place }) => place === 'tool_search');
    expect(search?.texts).toBe(report.hidden.length * 3);
  });

  it('hides less from somebody who may see more', async () => {
    const { hidden, found } = await reportOf(undefined);
    expect(found).toBe(0);
    expect(hidden.map(({ name }) => name)).toEqual([
      'away.tool',
      'orders.erase',
      'orders.kill',
      'pack.a.one',
      'pack.b.two',
    ]);
  });

  it('finds nothing where a visible skill names a hidden one: the gate of skills takes the name out', async () => {
    expect((await reportOf('clerk', 'See pack.b.two for more.')).found).toBe(0);
  });
});

it('finds a name as a host spells it, and shows its place', () => {
  const scan = new TextScan(createNameGate(new Set(['orders.erase'])));
  scan.read('skill_get', `${'Look at the order.\n'.repeat(20)}Call mcp__other-board__orders__erase now.`);
  const [leak] = scan.places()[0]?.leaks ?? [];
  expect(leak).toMatchObject({ name: 'orders.erase', line: 21 });
  expect(leak?.excerpt).toContain('Call mcp__other-board__orders__erase now.');
});

describe('the leak check without a gate', () => {
  // Only these load the modules again: that takes longer than a check.
  beforeEach(() => {
    vi.resetModules();
  });
  afterEach(() => {
    vi.doUnmock('#core/planner/permitted/gate-tool.ts');
    vi.doUnmock('#core/skills/retrieval/tool-gate.ts');
    vi.resetModules();
  });

  it('finds a planted name: a visible skill that names a hidden one, without that gate', async () => {
    vi.doMock('#core/skills/retrieval/tool-gate.ts', async (original) => {
      const real = await original<typeof import('#core/skills/retrieval/tool-gate.ts')>();
      const createToolGate: typeof real.createToolGate = (...given) => {
        const gate = real.createToolGate(...given);
        return { ...gate, without: () => gate };
      };
      return { ...real, createToolGate };
    });
    const report = await reportOf('clerk', 'See pack.b.two for more.');
    expect(report.found).toBeGreaterThan(0);
    expect(foundIn(report)).toContain('skill_get');
    const [leak] = report.places.find(({ place }) => place === 'skill_get')?.leaks ?? [];
    expect(leak).toMatchObject({ name: 'pack.b.two', asked: 'pack.a.one' });
    expect(leak?.excerpt).toContain('See pack.b.two for more.');
  });

  it('finds a planted name: texts of tools without their gate', async () => {
    vi.doMock('#core/planner/permitted/gate-tool.ts', () => ({ gateTool: <Tool>(tool: Tool) => tool }));
    const report = await reportOf('clerk');
    expect(foundIn(report)).toEqual(expect.arrayContaining(['tool_search', 'tool_get', 'request: anthropic']));
    expect(report.places.find(({ place }) => place === 'tool_get')?.leaks[0]).toMatchObject({ name: 'orders.erase' });
  });
});
