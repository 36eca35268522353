import { describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { discoveryFixOf } from '../../../src-renderer/features/discovery-fixes/discovery-fix.ts';
import { servicesWith } from '../../support/workspace.ts';

const toolsOf = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, i) => ({ name: `shop.tool_${i}`, description: `Does thing ${i}.`, ...fields }));

async function summaryOf(tools: ReturnType<typeof toolsOf>, yaml: string): Promise<WorkspaceSummary> {
  const summary = await (await servicesWith(tools, { yaml })).workspace.current();
  if (!summary) throw new Error('no workspace');
  return summary;
}

const codes = ({ findings }: WorkspaceSummary) => findings.map(({ code }) => code);

describe('findings about discovery as a whole', () => {
  it('say that search is off while tools are meant to be deferred, by default or by their own word', async () => {
    const byDefault = await summaryOf(toolsOf(3), 'tool_search: {default_loading_mode: deferred}\n');
    expect(codes(byDefault)).toEqual(['search_off_with_deferred']);
    expect(byDefault.findings[0]).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('3 tools meant to be deferred are in every prompt'),
      path: 'tool_search.enabled',
    });
    const yaml = 'tool_search: {}\noverlays: {shop.tool_1: {loading_mode: deferred}}\n';
    expect((await summaryOf(toolsOf(3), yaml)).findings[0]?.message).toContain('one tool meant to be deferred');
    expect(codes(await summaryOf(toolsOf(3), 'tool_search: {}\n'))).toEqual([]);
  });

  it('advise search from about 20 tools on, and against it below (R15.05)', async () => {
    expect(codes(await summaryOf(toolsOf(20), 'tool_search: {}\n'))).toEqual(['search_off']);
    expect(codes(await summaryOf(toolsOf(19), 'tool_search: {}\n'))).toEqual([]);
    const on = 'tool_search: {enabled: true, default_loading_mode: deferred}\n';
    const few = await summaryOf(toolsOf(19), on);
    expect(codes(few)).toEqual(['few_tools']);
    expect(few.findings[0]?.hint).toBe('Set tool_search.enabled to false.');
    expect(few.findings[0]?.message).toMatch(/without tool search, every prompt would be about \d+ tokens shorter/);
    expect(codes(await summaryOf(toolsOf(20), on))).toEqual([]);
    // Few tools with long definitions: there, search saves more than it costs.
    const description = 'Does a thing that takes many words to explain. '.repeat(20);
    expect(codes(await summaryOf(toolsOf(19, { description }), on))).toEqual([]);
    expect(codes(await summaryOf(toolsOf(2, { description }), on))).toEqual(['few_tools']);
  });

  it.each([
    { code: 'search_off_with_deferred', count: 25, search: { default_loading_mode: 'deferred' } },
    { code: 'search_off', count: 25, search: {} },
    { code: 'few_tools', count: 3, search: { enabled: true, default_loading_mode: 'deferred' } },
  ] as const)('of $code the fix that is offered leaves none', async ({ code, count, search }) => {
    const services = await servicesWith(toolsOf(count), { yaml: `tool_search: ${JSON.stringify(search)}\n` });
    expect((await services.workspace.current())?.findings.map((finding) => finding.code)).toEqual([code]);
    const offered = discoveryFixOf({ code }, workspaceConfigSchema.parse({ tool_search: search }));
    if (offered?.kind !== 'config') throw new Error('no fix');
    await services.config.edit({ changes: [...offered.fix.changes], label: offered.fix.done });
    expect((await services.workspace.current())?.findings).toEqual([]);
  });
});
