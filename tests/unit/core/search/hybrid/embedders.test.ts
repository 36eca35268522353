import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { createEndpointEmbedder } from '#core/hybrid/endpoint/endpoint-embedder.ts';
import { SharedWork } from '#core/hybrid/shared-work.ts';
import { openVectorCache } from '#core/hybrid/vector-cache.ts';
import { buildVectorIndex, cosines } from '#core/hybrid/vector-index.ts';
import { createWordVectorEmbedder } from '#core/hybrid/word-vector-embedder.ts';
import { silentLogger } from '#core/logger.ts';
import { hybridConfigSchema } from '#shared/domain/hybrid-config.ts';
import { hybridRequestSchema } from '#shared/domain/search-request.ts';
import { wordPiece, writeStaticModel } from '../../../../support/static-model.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { testServices, workspaceFolder, write } from '../../../../support/workspace.ts';

const near = async (a: string, b: string) => {
  const [first, second] = await createWordVectorEmbedder().embed([a, b], {});
  return cosines(buildVectorIndex([first as Float32Array]), second as Float32Array)[0] as number;
};

describe('the offline embedder', () => {
  it('is the same every time, and brings together what means nearly the same', async () => {
    const [first] = await createWordVectorEmbedder().embed(['create issue'], {});
    const [again] = await createWordVectorEmbedder().embed(['create issue'], {});
    expect(again).toEqual(first);
    expect(await near('send the money back', 'refund_payment')).toBeGreaterThan(0.4);
    expect(await near('send the money back', 'delete_branch')).toBeLessThan(0.2);
    expect(await near('create issue', 'CreateIssue')).toBeCloseTo(1, 6);
    expect(await near('qzxv wvqx', 'create')).toBeNaN();
  });
});

describe('cosines', () => {
  it('are those of the definition, and none where there is no direction', () => {
    const index = buildVectorIndex([Float32Array.of(3, 4), Float32Array.of(0, 0), Float32Array.of(-8, 6)]);
    const found = cosines(index, Float32Array.of(0, 5));
    expect(found[0]).toBeCloseTo(0.8, 6);
    expect(found[1]).toBeNaN();
    expect(found[2]).toBeCloseTo(0.6, 6);
    expect([...cosines(index, Float32Array.of(0, 0))].every(Number.isNaN)).toBe(true);
  });
});

describe('an endpoint that says later', () => {
  it('is asked again after waits that double, or those it asks for, within a bound', async () => {
    const waits: number[] = [];
    const asked = async (headers: Record<string, string>) => {
      waits.length = 0;
      const embedder = createEndpointEmbedder(
        { url: 'http://127.0.0.1/v1/embeddings', model: 'm', batch_size: 8, timeout_ms: 1000 },
        {
          env: {},
          fetch: async () => new Response('busy', { status: 429, headers }),
          wait: async (ms) => void waits.push(ms),
        },
      );
      await expect(embedder.embed(['x'], {})).rejects.toMatchObject({ code: 'embedder_failed' });
      return [...waits];
    };
    expect(await asked({})).toEqual([500, 1000, 2000]);
    expect(await asked({ 'retry-after': '3' })).toEqual([3000, 3000, 3000]);
    expect(await asked({ 'retry-after': '99999' })).toEqual([20_000, 20_000, 20_000]);
  });
});

describe('the cache of vectors', () => {
  it('keeps vectors by embedder and text, and a damaged file costs only itself', async () => {
    const root = temporaryFolder();
    const cacheDir = join(root, '.pegboard');
    const options = { root, cacheDir, files: nodeFiles, logger: silentLogger, fts: 'detect' as const, now: () => 1 };
    const cache = await openVectorCache(options);
    cache.put('a', new Map([['h', Float32Array.of(1, 2)]]));
    cache.close();
    const again = await openVectorCache(options);
    expect([...again.get('a', ['h', 'other'])]).toEqual([['h', Float32Array.of(1, 2)]]);
    expect(again.get('b', ['h']).size).toBe(0);
    again.forget('a');
    expect(again.get('a', ['h']).size).toBe(0);
    again.close();
    write(cacheDir, 'embeddings.db', 'this is no database, and long enough to be taken for one'.repeat(40));
    const fresh = await openVectorCache(options);
    fresh.put('a', new Map([['h', Float32Array.of(3)]]));
    expect(fresh.get('a', ['h']).get('h')).toEqual(Float32Array.of(3));
    fresh.close();
  });
});

describe('work that several wait for', () => {
  it('goes on while one of them waits, and is stopped with the last', async () => {
    let stopped = false;
    const work = new SharedWork<number>(
      (signal) =>
        new Promise(() =>
          signal.addEventListener('abort', () => {
            stopped = true;
          }),
        ),
    );
    const [one, two] = [new AbortController(), new AbortController()];
    const waiting = [work.join(one.signal), work.join(two.signal)];
    one.abort();
    await expect(waiting[0]).rejects.toMatchObject({ code: 'cancelled' });
    expect(stopped).toBe(false);
    two.abort();
    await expect(waiting[1]).rejects.toMatchObject({ code: 'cancelled' });
    expect([stopped, work.isStopped]).toEqual([true, true]);
  });
});

describe('the configuration of an embedder', () => {
  it('takes the name of a variable, never a key, and no credentials in the address', () => {
    const problems = (embedder: object) =>
      hybridConfigSchema
        .safeParse({ embedder })
        .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
    expect(problems({ kind: 'endpoint' })).toEqual([
      'embedder.url is needed with kind: endpoint',
      'embedder.model is needed with kind: endpoint',
    ]);
    expect(problems({ kind: 'folder' })).toEqual(['embedder.path is needed with kind: folder']);
    const good = { kind: 'endpoint', url: 'https://embedder.example/v1/embeddings', model: 'm' };
    expect(problems(good)).toEqual([]);
    const [key] = problems({ ...good, api_key_env: 'sk-abcdef0123456789' });
    expect(key).toContain('never a key itself');
    expect(key).not.toContain('abcdef');
    for (const url of [
      'https://me:pw@embedder.example/v1',
      'https://embedder.example/v1?key=abc',
      'file:///etc/passwd',
      'no',
    ]) {
      expect(problems({ ...good, url })).toHaveLength(1);
    }
  });

  it('reads a model from a folder inside the workspace only, and says so in the result', async () => {
    const yaml = (path: string) =>
      `tool_search: {enabled: true, default_loading_mode: deferred, hybrid: {enabled: true, embedder: {kind: folder, path: "${path}"}}}\n`;
    const search = async (root: string) => {
      const services = await testServices();
      await services.workspace.open({ path: root });
      return services.search.hybridSearch(hybridRequestSchema.parse({ input: { query: 'bohater' }, explain: true }));
    };
    const tools = [
      { name: 'a.hero', description: 'hero' },
      { name: 'b.page', description: 'page' },
    ];
    const root = workspaceFolder(tools, yaml('models/tiny'));
    expect((await search(root)).embedder_problem).toMatchObject({ code: 'file_not_found' });
    await writeStaticModel(join(root, 'models/tiny'), {
      table: [
        [0, 0],
        [1, 0],
        [0, 1],
        [0.9, 0.1],
      ],
      tokenizer: wordPiece(['[UNK]', 'hero', 'page', 'bohater']),
    });
    const found = await search(root);
    expect(found.explanation).toMatchObject({ embedder: { id: 'folder: models/tiny, 2 dimensions', dimensions: 2 } });
    expect(found.output.tools.map(({ name }) => name)).toEqual(['a.hero', 'b.page']);
    expect((await search(workspaceFolder(tools, yaml('../tiny')))).embedder_problem).toMatchObject({
      code: 'config_invalid',
    });
  });
});
