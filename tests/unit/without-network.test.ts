import { Socket } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { economicsReport } from '#core/economics/economics-service.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { loadPack } from '#core/skills/read/load-pack.ts';
import { economicsInputSchema } from '#shared/domain/economics.ts';
import { hybridRequestSchema } from '#shared/domain/search-request.ts';
import { contentSecurityPolicy, securityHeaders } from '../../src-main/hosts/renderer-files.ts';
import { simulateInput } from '../support/simulate-input.ts';
import { skillTools } from '../support/skill-workspace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { names, search, servicesWith, testServices } from '../support/workspace.ts';

const shippedPacks = resolve(import.meta.dirname, '../../skill-packs');

describe('Pegboard on a computer without a network', () => {
  /** Everybody who asks for a connection: `fetch`, http and tls open a socket. */
  let asked: unknown[] = [];

  beforeEach(() => {
    asked = [];
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given: unknown[]) {
      asked.push(given[0]);
      this.destroy(Object.assign(new Error('connect ENETUNREACH'), { code: 'ENETUNREACH' }));
      return this;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('opens, searches, shows, measures, plays and exports, asks for no connection, and lets its page ask for none (R19.29)', async () => {
    const services = await testServices({ shippedPacks });
    expect(await services.workspace.openDemo()).toMatchObject({ tools: 77, findings: [] });
    for (const ranking of ['pegboard', 'rfc'] as const) {
      const found = names(await search(services, { query: 'create github issue', ranking }));
      expect(found[0]).toBe('github.create_issue');
    }
    // In another language, and by meaning.
    for (const query of ['utwórz zgłoszenie w github', 'open a bug report in the repository'])
      expect(names(await search(services, { query }))).toContain('github.create_issue');
    expect(await services.catalog.list()).toHaveLength(77);
    expect((await services.catalog.get({ name: 'github.create_issue' }))?.tool.name).toBe('github.create_issue');
    expect(await services.catalog.findings()).toBeInstanceOf(Array);
    expect((await services.prompt.render({ profile: 'workspace' })).prompt.tokens.estimate).toBeGreaterThan(0);
    const payload = await services.providers.payload({ provider: 'anthropic', profile: 'workspace', cache: true });
    expect(payload.body).toHaveProperty('tools');
    expect((await services.skills.load({ reload: true })).packs[0]).toMatchObject({ status: 'loaded' });
    expect((await skillTools(services).search({ query: 'github' })).output.skills.length).toBeGreaterThan(0);
    let measured: unknown;
    for await (const event of await services.evaluation.run({ engines: [] }))
      if (event.type === 'done') measured = event.report.engines[0];
    expect(measured).toBeTruthy();
    const { text } = await services.planner.scenario({ path: 'scenarios/echo.scenario.yaml' });
    let played: unknown;
    for await (const event of await services.planner.simulate({ ...simulateInput, text }))
      if (event.type === 'done') played = event.simulation;
    expect(played).toMatchObject({ reason: 'answer', passed: true });
    const target = temporaryFolder();
    const content = { kind: 'packs', packs: ['shipped:core'], format: 'yaml', folders: true } as const;
    const { revision } = await services.exports.plan({ target, content });
    await services.exports.apply({ request: { target, content }, revision, decisions: {}, commit: null });
    const pack = await loadPack(resolve(target, 'core'), { files: nodeFiles, name: 'core' });
    expect(pack.skills.length).toBeGreaterThan(0);
    expect(economicsReport(economicsInputSchema.parse({}))).toBeTruthy();

    // A hybrid search has an embedder of its own.
    const hybrid = await servicesWith([{ name: 'cms.find_image', description: 'Find an image' }], {
      yaml: 'tool_search: {enabled: true, default_loading_mode: deferred, hybrid: {enabled: true}}\n',
    });
    const request = hybridRequestSchema.parse({ input: { query: 'zdjęcie' }, explain: true });
    expect((await hybrid.search.hybridSearch(request)).output.tools).toBeInstanceOf(Array);
    expect(asked).toEqual([]);

    expect(securityHeaders['content-security-policy']).toBe(contentSecurityPolicy);
    const sources = contentSecurityPolicy.split('; ').flatMap((directive) => directive.split(' ').slice(1));
    expect(new Set(sources)).toEqual(new Set(["'none'", "'self'", "'unsafe-inline'", 'data:']));
    expect(contentSecurityPolicy).toContain("default-src 'none'");
  });

  it('notices a connection that is asked for', async () => {
    await expect(fetch('http://192.0.2.1/')).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });
});
