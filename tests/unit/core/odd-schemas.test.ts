import { describe, expect, it } from 'vitest';
import { providerNameSchema } from '#shared/domain/payload.ts';
import { oddSchemas } from '../../support/odd-schemas.ts';
import { names as namesIn, search, testServices, workspaceFolder } from '../../support/workspace.ts';

describe('schemas as servers send them', () => {
  it('are described, checked, indexed, found and sent by every screen and command', async () => {
    const services = await testServices();
    await services.workspace.open({
      path: workspaceFolder([], 'tool_search: {enabled: true, default_loading_mode: always}\n'),
    });
    const tools = oddSchemas.map((inputSchema, i) => ({
      name: `tool_${i}`,
      description: `Reads the harbour log number ${i}.`,
      inputSchema,
      outputSchema: i % 2 === 0 ? inputSchema : null,
    }));
    const plan = await services.catalog.applyImport({ files: [{ name: 'odd.json', text: JSON.stringify({ tools }) }] });
    expect(plan.findings.filter(({ code }) => code === 'tool_left_out')).toEqual([]);
    const names = (await services.catalog.list()).map(({ name }) => name);
    expect(names).toHaveLength(oddSchemas.length);
    for (const name of names) {
      const detail = await services.catalog.describe({ name });
      expect(detail?.tool.name).toBe(name);
    }
    await services.catalog.lint();
    expect((await services.catalog.tokens()).map(({ name }) => name).sort()).toEqual([...names].sort());
    const response = await search(services, { query: 'harbour log', limit: 20, include_always_loaded: true });
    expect(namesIn(response).length).toBeGreaterThan(0);
    for (const provider of providerNameSchema.options) {
      const payload = await services.providers.payload({ provider, profile: 'workspace', cache: true });
      expect(JSON.stringify(payload)).toContain('tool_1');
    }
    const prompt = await services.prompt.render({ profile: 'workspace' });
    expect(JSON.stringify(prompt)).toContain('tool_1');
  });
});
