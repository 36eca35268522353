import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '#core/logger.ts';
import type { ModelMessage } from '#core/planner/models/model-client.ts';
import { ScriptedClient } from '#core/planner/models/scripted-client.ts';
import { cacheOffsets } from '#core/planner/prompt-cache/cache-offsets.ts';
import type { SentStep } from '#core/planner/prompt-cache/sent-step.ts';
import { simulate } from '#core/planner/scenario/simulate.ts';
import { sessionScenario } from '#core/workspace/demo/session-scenario.ts';
import { triageScenario } from '#core/workspace/demo/shipped-scenarios.ts';
import type { LoadedWorkspace } from '#core/workspace/load-workspace.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import type { CacheOffset, PromptLayout } from '#shared/domain/prompt-cache.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { readScenario, scenarioOf } from '#shared/text/read-scenario.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { demoWorkspace } from '../../../support/demo-catalog.ts';
import { call, done, testCatalog, testPlanner } from '../../../support/planner.ts';
import { openSkills } from '../../../support/run-skills.ts';

const { providers } = workspaceConfigSchema.parse({});
const count = (text: string) => ({ estimate: estimateTokens(text), o200k: 0 });
const of = (offsets: readonly CacheOffset[], layout: PromptLayout) =>
  offsets.find((offset) => offset.layout === layout);
const play = (workspace: LoadedWorkspace, text: string) =>
  simulate(workspace, scenarioOf(readScenario(text, 'test.scenario.yaml')), {
    callLive: async () => ({ kind: 'error', message: 'not live' }),
    openSkills,
    fts: 'detect',
    logger: silentLogger,
  });
const stable = (text: string) =>
  `${text.replace(/^config:\n {2}planner:\n/m, 'config:\n  planner:\n    stable_prefix: true\n')}`;
const tools = [
  { name: 'a.one', description: 'First.' },
  { name: 'b.two', description: 'Second, é.' },
  { name: 'z.always', description: 'There.', loading_mode: 'always' },
];

/** A planner that records every request as it is sent. */
async function recorded(config: object, options: Parameters<typeof testPlanner>[0] | object = {}) {
  const requests: (readonly ModelMessage[])[] = [];
  const search = { enabled: true, default_loading_mode: 'deferred' };
  const { planner } = await testPlanner({ tools, config: { tool_search: search, planner: config }, ...options });
  const model = (script: readonly string[]) => {
    const client = new ScriptedClient(script);
    return {
      complete: (request: Parameters<typeof client.complete>[0]) => {
        requests.push(request.messages);
        return client.complete(request);
      },
    };
  };
  return { planner, requests, model };
}
const bytesOf = (messages: readonly ModelMessage[]) => messages.map(({ content }) => content).join('\n\n');

const triageWithStablePrefix = triageScenario.replace(
  /^config: .*$/m,
  'config: {skills: {enabled: false}, planner: {stable_prefix: true}}',
);

describe('the stable prefix', () => {
  it('never sends a byte again that stands before the block of the activated tool', async () => {
    const { planner, requests, model } = await recorded({ stable_prefix: true });
    const trace = await planner.run({
      query: 'q',
      model: model([call('b.two'), call('z.always'), call('a.one'), done]),
    });
    expect(trace.steps.map(({ visible }) => visible.slice(2))).toEqual([
      ['z.always'],
      ['z.always', 'b.two'],
      ['z.always', 'b.two'],
      ['z.always', 'b.two', 'a.one'],
    ]);
    const texts = requests.map(bytesOf);
    for (const [i, text] of texts.entries()) {
      if (i === 0) continue;
      // All of the request before is in this one: it only grew.
      expect(text.startsWith(texts[i - 1] ?? '')).toBe(true);
    }
    const block = texts[1]?.indexOf('<activated_tools>\n- name: b.two') ?? -1;
    expect(block).toBeGreaterThan(texts[0]?.length ?? 0);
    expect(texts[3]?.indexOf('<activated_tools>\n- name: a.one')).toBeGreaterThan(texts[2]?.length ?? 0);
    expect(texts[3]?.match(/name: b\.two/g)).toHaveLength(1);
  });

  it('is off by default: requests are the same as ever, byte for byte', async () => {
    const script = [call('b.two'), done];
    const off = await recorded({});
    await off.planner.run({ query: 'q', model: off.model(script) });
    expect(bytesOf(off.requests[1] ?? [])).not.toContain('<activated_tools>');
    expect(off.requests[1]?.[0]?.content).toMatch(/- name: z\.always[\s\S]+- name: b\.two/);
    const on = await recorded({ stable_prefix: true });
    await on.planner.run({ query: 'q', model: on.model(script) });
    expect(on.requests[0]).toEqual(off.requests[0]);
    expect(on.requests[1]?.[0]).toEqual(on.requests[0]?.[0]);
  });

  it('takes the block away when the tool is hidden while a run waits', async () => {
    let hidden = '';
    const { planner, requests, model } = await recorded(
      { stable_prefix: true },
      {
        answers: { 'a.one': () => ({ kind: 'pause', reason: 'wait' }) },
        visibility: { visibleTools: (all: readonly CatalogTool[]) => all.filter(({ name }) => name !== hidden) },
      },
    );
    const paused = await planner.run({ query: 'q', model: model([call('b.two'), call('a.one')]) });
    expect(bytesOf(requests.at(-1) ?? [])).toContain('name: b.two');
    hidden = 'b.two';
    await planner.resume(paused.resume_token ?? '', { input: 1, model: model([done]) });
    expect(bytesOf(requests.at(-1) ?? [])).not.toContain('name: b.two');
    expect(bytesOf(requests.at(-1) ?? [])).toContain('name: a.one');
  });

  it('counts the appended tools, and leaves them out of the run with all tools', async () => {
    const workspace = await demoWorkspace();
    const listed = await play(workspace, triageScenario);
    const appended = await play(workspace, triageWithStablePrefix);
    expect(appended.tokens.estimate.all_tools).toBe(listed.tokens.estimate.all_tools);
    const last = appended.steps.at(-1);
    expect(last?.appended_tokens?.estimate).toBeGreaterThan(100);
    expect(last?.system_tokens).toEqual(appended.steps[0]?.system_tokens);
    expect(listed.steps.every((step) => !('appended_tokens' in step))).toBe(true);
  });
});

describe('the offsets of a run', () => {
  it('compare both layouts whichever is sent, and the stable one only grows (golden)', async () => {
    const workspace = await demoWorkspace();
    const listed = await play(workspace, triageScenario);
    const appended = await play(workspace, triageWithStablePrefix);
    expect(appended.steps.map(({ cache }) => cache)).toEqual(listed.steps.map(({ cache }) => cache));
    expect(listed.cache.map(({ layout, sent }) => [layout, sent])).toEqual([
      ['listed', true],
      ['appended', false],
      ['anthropic', false],
      ['openai-responses', false],
      ['openai-chat', false],
    ]);
    expect(appended.cache.map(({ sent }) => sent)).toEqual([false, true, false, false, false]);
    for (const { cache } of listed.steps) {
      for (const layout of ['appended', 'anthropic', 'openai-responses'] as const)
        expect(of(cache, layout)?.broken).toBe(false);
    }
    // Without a search of its own a provider gets each found tool in front of everything that was said.
    expect(listed.steps.filter(({ cache }) => of(cache, 'openai-chat')?.broken).map(({ index }) => index)).toEqual([
      2, 4,
    ]);
    // Of our own layouts: those of the providers are as long as their formats make them.
    const ours = (cache: readonly CacheOffset[]) => cache.filter(({ layout }) => /^(listed|appended)$/.test(layout));
    const lines = listed.steps.flatMap(({ index, cache }) =>
      ours(cache).map(
        (one) => `${index} ${one.layout} ${one.offset} of ${one.bytes} ${one.broken ? 'broken' : 'grew'} ${one.place}`,
      ),
    );
    const golden = resolve(import.meta.dirname, '../../../fixtures/traces/triage-cache.txt');
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden);
  });

  it('are those of the requests that are really sent', async () => {
    for (const stable_prefix of [false, true]) {
      const { planner, requests, model } = await recorded({ stable_prefix });
      const sent: SentStep[] = [];
      const script = [call('b.two'), call('a.one'), call('nothing'), done];
      await planner.run({ query: 'é?', model: model(script), onSent: (step) => sent.push(step) });
      const offsets = cacheOffsets(sent, { count, providers }).map((step) =>
        of(step, stable_prefix ? 'appended' : 'listed'),
      );
      const bytes = requests.map((messages) => Buffer.from(bytesOf(messages)));
      for (const [i, now] of bytes.entries()) {
        const before = bytes[i - 1];
        expect(offsets[i]?.bytes).toBe(now.length);
        if (!before) continue;
        const differs = now.findIndex((byte, at) => byte !== before[at]);
        expect(offsets[i]?.offset).toBe(differs);
        expect(offsets[i]?.broken).toBe(differs < before.length);
        expect(offsets[i]?.tokens_after).toEqual(count(now.subarray(differs).toString()));
      }
    }
  });

  it('hold nothing that a provider keeps back until it is found', async () => {
    const { planner, model } = await recorded({}, { tools: [{ name: 'a.huge', description: 'x'.repeat(50_000) }] });
    const sent: SentStep[] = [];
    const script = [call('tool_search', { query: 'huge' }), done];
    await planner.run({ query: 'q', model: model(script), onSent: (step) => sent.push(step) });
    const [first] = cacheOffsets(sent, { count, providers });
    expect(of(first ?? [], 'anthropic')?.bytes).toBeLessThan(5_000);
  });

  it('over several turns never break in the middle of one, with a stable prefix', async () => {
    const { steps } = await play(await demoWorkspace(), stable(sessionScenario));
    expect(steps).toHaveLength(14);
    for (const { index, cache } of steps) if (index > 1) expect(of(cache, 'appended')?.broken).toBe(false);
    expect(steps.filter(({ index, cache }) => index > 1 && of(cache, 'listed')?.broken)).not.toEqual([]);
    // What an earlier turn found stays in the list: only the memory after it is new.
    const fifth = steps.find(({ turn }) => turn === 5)?.cache ?? [];
    expect(of(fifth, 'appended')?.place).toBe('working_memory');
    expect(of(fifth, 'appended')?.offset).toBe(of(fifth, 'listed')?.offset);
  });

  it('start at the byte, also inside a character, and count from the character on', () => {
    const { catalog, config } = testCatalog(tools);
    const step = (text: string): SentStep => ({
      run: 'r',
      input: { examples: config.tool_examples, discovery: true, skills: null, directory: [], hints: [] },
      always: [],
      activated: [],
      deferred: [],
      messages: [{ role: 'user', content: text }],
    });
    expect(catalog).toHaveLength(3);
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(text, text, text, (head, left, right) => {
        const [first, second] = cacheOffsets([step(head + left), step(head + right)], { count, providers });
        const [a, b] = [Buffer.from(head + left), Buffer.from(head + right)];
        const prefix = (first?.[0]?.bytes ?? 0) - a.length;
        let same = 0;
        while (same < a.length && same < b.length && a[same] === b[same]) same++;
        expect(second?.[0]?.offset).toBe(prefix + same);
        expect(second?.[0]?.broken).toBe(same < a.length);
        let start = same;
        while (start > 0 && ((b[start] ?? 0) & 0xc0) === 0x80) start--;
        expect(second?.[0]?.tokens_after).toEqual(count(b.subarray(start).toString()));
      }),
    );
  });
});
