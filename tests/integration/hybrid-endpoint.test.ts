import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import { hybridRequestSchema } from '#shared/domain/search-request.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { embeddingAnswer, sendJson } from '../support/embedding-answers.ts';
import type { ServiceAnswer } from '../support/model-answers.ts';
import { modelService } from '../support/model-services.ts';
import { runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testServices, workspaceFolder, write } from '../support/workspace.ts';

const key = 'sk-very-secret-0123456789';
const tools = [
  { name: 'cms.search_images', description: 'Search images' },
  { name: 'cms.create_page', description: 'Create a page' },
  { name: 'cms.publish_post', description: 'Publish a draft of a post' },
  { name: 'net.resolve', description: 'Resolve a domain' },
];

/** An embeddings endpoint that answers well, or as told. */
async function endpoint(answer?: ServiceAnswer) {
  const service = await modelService((response, attempt) =>
    answer ? answer(response, attempt) : sendJson(response, embeddingAnswer(service.requests.at(-1)?.body ?? {})),
  );
  const texts = () => service.requests.map(({ body }) => body.input as string[]);
  return { ...service, texts, address: `${service.url}/embeddings` };
}

const yaml = (url: string, more = '', personas = '') => `tool_search:
  enabled: true
  default_loading_mode: deferred
  hybrid:
    enabled: true
    embedder: {kind: endpoint, url: "${url}", model: m, api_key_env: EMBEDDER_API_KEY${more}}
${personas}`;

interface Opened {
  readonly services: Services;
  search(query: string, signal?: AbortSignal, persona?: string): Promise<SearchResponse>;
  agree(): Promise<unknown>;
}

async function opened(root: string, home: string, address: string): Promise<Opened> {
  const services = await testServices({ userDataDir: home, env: { EMBEDDER_API_KEY: key } });
  await services.workspace.open({ path: root });
  return {
    services,
    search: (query, signal, persona) =>
      services.search.hybridSearch(
        hybridRequestSchema.parse({ input: { query }, caller: persona ? { persona } : {}, explain: true }),
        { signal },
      ),
    agree: () =>
      services.search.agreeToEmbedder({ url: address, headers: ['Authorization: Bearer ${env:EMBEDDER_API_KEY}'] }),
  };
}

/** A workspace whose embedder the user agreed to. */
async function agreed(answer?: ServiceAnswer, more = '', personas = '') {
  const service = await endpoint(answer);
  const [root, home] = [workspaceFolder(tools, yaml(service.address, more, personas)), temporaryFolder()];
  const workspace = await opened(root, home, service.address);
  await workspace.agree();
  return { ...service, ...workspace, root, home };
}

describe('an OpenAI-compatible embeddings endpoint', () => {
  it('gets nothing before the user agreed to it, then tools and query in batches, with the key from its variable', async () => {
    const { address, requests, texts } = await endpoint();
    const [root, home] = [workspaceFolder(tools, yaml(address, ', batch_size: 3')), temporaryFolder()];
    const { search, agree, services } = await opened(root, home, address);
    const before = await search('znajdź zdjęcie');
    expect(before.embedder_problem).toMatchObject({
      code: 'consent_required',
      data: { url: address, headers: ['Authorization: Bearer ${env:EMBEDDER_API_KEY}'], model: 'm' },
    });
    expect(before.explanation?.path.at(-1)?.reason).toContain('You have not agreed to that yet.');
    expect(requests).toEqual([]);
    const other = { url: 'http://127.0.0.1:1/v1/embeddings', headers: [] };
    await expect(services.search.agreeToEmbedder(other)).rejects.toMatchObject({ code: 'config_changed' });

    await agree();
    const after = await search('znajdź zdjęcie bohatera');
    expect(after.embedder_problem).toBeNull();
    expect(after.output.tools[0]?.name).toBe('cms.search_images');
    expect(texts().map((batch) => batch.length)).toEqual([3, 1, 1]);
    expect(texts()[0]?.[0]).toBe('cms.create_page Create a page');
    expect(requests[0]?.body).toMatchObject({ model: 'm', encoding_format: 'float' });
    expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${key}`]));
  });

  it('is asked for a tool once, is not asked when the words are sure, and gets a changed tool alone', async () => {
    const { root, home, texts, address, search } = await agreed();
    await search('zdjęcie');
    const sure = await search('resolve domain');
    expect(sure.explanation).toMatchObject({ taken: 'blend' });
    expect(texts()).toHaveLength(3);
    write(
      root,
      'pegboard.yaml',
      `${yaml(address)}\nsources:\n  - {name: test, path: sources/test.jsonl, format: tools_jsonl}\n`.replace(
        'enabled: true\n    embedder',
        'enabled: true\n    confidence_divisor: 1\n    embedder',
      ),
    );
    const again = await opened(root, home, address);
    expect((await again.search('resolve domain')).explanation).toMatchObject({ taken: 'bm25', embedder: null });
    expect(texts()).toHaveLength(3);
    await again.search('stronę');
    expect(texts().slice(3)).toEqual([['stronę']]);
    write(
      root,
      'sources/test.jsonl',
      tools
        .map((tool) =>
          JSON.stringify({ ...tool, description: tool.name.startsWith('net') ? 'Look up a host' : tool.description }),
        )
        .join('\n'),
    );
    await (await opened(root, home, address)).search('stronę');
    expect(texts().slice(4)).toEqual([['net.resolve Look up a host'], ['stronę']]);
  });

  it('sends only the tools that the caller may use', async () => {
    const personas = 'personas: [{name: guest, visible_tools: ["cms.*"]}]\n';
    const { search, texts } = await agreed(undefined, '', personas);
    const response = await search('domenę', undefined, 'guest');
    expect(
      texts()
        .flat()
        .some((text) => text.includes('net.resolve')),
    ).toBe(false);
    expect(JSON.stringify(response)).not.toContain('net.resolve');
  });

  it('is sent the same again when it says later (429, 5xx), and left when it goes on so', async () => {
    const { search, requests } = await agreed((response, attempt) => {
      if (attempt <= 2) sendJson(response, { error: 'slow down' }, attempt === 1 ? 429 : 503, { 'retry-after': '0' });
      else sendJson(response, embeddingAnswer(requests.at(-1)?.body ?? {}));
    });
    expect((await search('zdjęcie')).embedder_problem).toBeNull();
    expect(requests.slice(0, 3).map(({ body }) => body.input)).toEqual(Array(3).fill(requests[0]?.body.input));

    const down = await agreed((response) => sendJson(response, `no ${key}`, 500, { 'retry-after': '0' }));
    const response = await down.search('zdjęcie');
    expect(response.embedder_problem).toMatchObject({
      code: 'embedder_failed',
      message: 'The embedder refused (500): no ${env:EMBEDDER_API_KEY}',
    });
    expect(down.requests).toHaveLength(4);
  });

  it('is left when it hangs, and a cancelled search lets go of it at once', async () => {
    const hanging = await agreed(() => {}, ', timeout_ms: 150');
    expect((await hanging.search('zdjęcie')).embedder_problem?.message).toBe(
      'The embedder did not answer within 0.15 s.',
    );
    let closed = false;
    const slow = await agreed((response) => {
      response.on('close', () => {
        closed = true;
      });
    });
    const stop = new AbortController();
    const search = slow.search('zdjęcie', stop.signal);
    await expect.poll(() => slow.requests).toHaveLength(1);
    stop.abort();
    await expect(search).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(() => closed).toBe(true);
  });

  it('is not believed when it answers with anything but one finite vector for each text', async () => {
    const vectors = (embedding: unknown, index = (i: number) => i) => ({
      data: tools.map((_, i) => ({ index: index(i), embedding })),
    });
    const uneven = { data: tools.map((_, i) => ({ index: i, embedding: Array(i + 1).fill(1) })) };
    const answers: [unknown, RegExp, number?, Record<string, string>?][] = [
      ['<html>', /is not JSON/],
      [{ data: 'none' }, /neither a list "data"/],
      [{ data: [{ index: 0, embedding: [1] }] }, /1 vectors for 4 texts/],
      [vectors([]), /has 0 numbers/],
      [vectors(Array(9000).fill(1)), /has 9000 numbers/],
      [vectors(['1', '2']), /not a number/],
      [vectors([null, 1]), /not a number/],
      ['{"data":[{"embedding":[1e300]},{"embedding":[1]},{"embedding":[1]},{"embedding":[1]}]}', /too large/],
      [vectors([1, 2], () => 0), /gives a vector the number 0/],
      [vectors([1, 2], (i) => i - 7), /gives a vector the number -7/],
      [uneven, /a vector has 2 numbers, not 1/],
      [{ error: key }, /^The embedder refused the key \(401\)\.$/, 401],
      [{ error: 'no such model' }, /refused \(404\): .*no such model/, 404],
      ['', /cannot be reached: .*redirect/, 302, { location: 'http://127.0.0.1:1/' }],
    ];
    for (const [answer, message, status, headers] of answers) {
      const { search, requests } = await agreed((response) => sendJson(response, answer, status, headers));
      const response = await search('zdjęcie');
      expect(response.embedder_problem?.message).toMatch(message);
      expect(response.explanation).toMatchObject({
        taken: 'bm25',
        fallback_reason: expect.stringMatching(/Only words were used/),
      });
      expect(requests).toHaveLength(1);
      expect(JSON.stringify(response)).not.toContain(key);
    }
  });

  it('must keep the length of its vectors; when its model changed, the tools are embedded anew', async () => {
    let length = 3;
    const service = await agreed((response) => {
      const input = service.requests.at(-1)?.body.input as string[];
      sendJson(response, { data: input.map((_, index) => ({ index, embedding: Array(length).fill(1) })) });
    });
    expect((await service.search('zdjęcie')).embedder_problem).toBeNull();
    length = 4;
    expect((await service.search('zdjęcie')).embedder_problem?.message).toMatch(/different lengths: 3, 4/);
    expect((await service.search('zdjęcie')).embedder_problem).toBeNull();
  });

  it('never gets a key in the clear, nor without its variable', async () => {
    const root = workspaceFolder(tools, yaml('http://embedder.example/v1/embeddings'));
    const { search, services } = await opened(root, temporaryFolder(), '');
    const headers = ['Authorization: Bearer ${env:EMBEDDER_API_KEY}'];
    await services.search.agreeToEmbedder({ url: 'http://embedder.example/v1/embeddings', headers });
    expect((await search('zdjęcie')).embedder_problem?.message).toContain('would travel unencrypted');
    const unset = await testServices({ env: {} });
    const { address, requests } = await endpoint();
    await unset.workspace.open({ path: workspaceFolder(tools, yaml(address)) });
    await unset.search.agreeToEmbedder({ url: address, headers });
    const request = hybridRequestSchema.parse({ input: { query: 'zdjęcie' } });
    expect((await unset.search.hybridSearch(request)).embedder_problem).toMatchObject({ code: 'variable_missing' });
    expect(requests).toEqual([]);
  });

  it('serves the command line after --yes, and its key is in no file and no output', async () => {
    const { address, requests } = await endpoint();
    const cwd = workspaceFolder(tools, yaml(address));
    const env = { PEGBOARD_HOME: temporaryFolder(), EMBEDDER_API_KEY: key };
    const args = ['search', 'znajdź zdjęcie', '--type', 'hybrid', '--explain'];
    const without = await runCliProcess(args, { cwd, env });
    expect([without.code, requests.length]).toEqual([0, 0]);
    expect(without.result).toMatchObject({
      embedder_problem: { code: 'consent_required', hint: expect.stringContaining('run the same search with --yes') },
      tools: [],
    });
    const asked = await runCliProcess([...args, '--yes'], { cwd, env });
    expect(asked.result).toMatchObject({ confidence: 0, tools: [{ name: 'cms.search_images' }, {}, {}, {}] });
    const human = await runCliProcess([...args, '--format', 'human'], { cwd, env });
    expect(human.stdout).toMatch(/strategy confidence: vector; confidence min\(0\.000 \/ 10, 1\) = 0\.000; m at http/);
    expect(human.stdout).toMatch(
      /cosine .*: \(.* − .*\) \/ \(.* − .*\) = 1\.000, × 1 = 1\.000\n {3}the largest counts → 1\.000/,
    );
    for (const run of [without, asked, human]) expect(run.stdout + run.stderr).not.toContain(key);
    for (const folder of [cwd, env.PEGBOARD_HOME]) {
      for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(key), file.name).toBe(false);
      }
    }
  });
});
