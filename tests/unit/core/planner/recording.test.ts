import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { silentLogger } from '#core/logger.ts';
import { FileMemory } from '#core/memory/file-memory.ts';
import type { ModelClient } from '#core/planner/models/model-client.ts';
import { ScriptedClient } from '#core/planner/models/scripted-client.ts';
import { createPlannerService } from '#core/planner/planner-service.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import type { SimulateInput } from '#shared/contract/planner.ts';
import type { CallResult } from '#shared/domain/live-source.ts';
import { PegboardError } from '#shared/errors.ts';
import { readScenario } from '#shared/text/read-scenario.ts';
import { casesOf } from '../../../support/depth.ts';
import { call, done } from '../../../support/planner.ts';
import { openSkills } from '../../../support/run-skills.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { searchOn, workspaceFolder } from '../../../support/workspace.ts';

const loadFiles = () =>
  loadWorkspace(
    workspaceFolder(
      [
        { name: 'files.read', description: 'Read.' },
        { name: 'files.erase', description: 'Erase.', requires_confirmation: true },
      ],
      `${searchOn}planner: {tool_timeout_ms: 50}\n`,
    ),
    nodeFiles,
  );

type Answer = Partial<CallResult> | Error | 'hangs';

const liveScenario = 'query: q\nlive_tools: ["files.*"]\nmodel: {provider: anthropic, model: m}\n';

interface Played {
  /** What somebody says to each call that waits. */
  readonly words?: boolean[];
  readonly model?: ModelClient;
}

/** Records a run of these replies and answers, each in order. */
async function record(
  replies: readonly string[],
  answers: readonly Answer[],
  { text = liveScenario, words = [], model, ...more }: Partial<SimulateInput> & Played = {},
) {
  const workspace = await loadFiles();
  let next = 0;
  const service = createPlannerService({
    loaded: () => workspace,
    openSkills,
    files: nodeFiles,
    newId: () => 'token',
    callTool: async () => {
      const answer = answers[next++] ?? {};
      if (answer === 'hangs') return new Promise<CallResult>(() => {});
      if (answer instanceof Error) throw answer;
      const rest = { tokens: { estimate: 0, o200k: 0 }, elapsed_ms: 1, findings: [] };
      return { tool: 't', is_error: false, content: [], ...rest, ...answer };
    },
    liveModel: async () => model ?? new ScriptedClient(replies),
    memoryOf: (root) => new FileMemory({ userDataDir: temporaryFolder(), files: nodeFiles, workspace: root }),
    fts: 'detect',
    logger: silentLogger,
  });
  const quiet = { prompts: false, chunks: false, remember: false, forget: false, consent: true, confirmed: false };
  const input: SimulateInput = { text, path: 'x', live: true, interactive: true, record: true, ...quiet, ...more };
  for await (const event of service.simulate(input)) {
    if (event.type === 'paused') await service.resume({ token: 'token', approved: words.shift() ?? false });
    if (event.type === 'done') return event;
  }
  throw new Error('no end');
}

const recorded = (text: string | undefined) => readScenario(text ?? '', 'recorded').scenario;

describe('a recorded run', () => {
  it('is a script and results in place of a model and servers, and all else as it was', async () => {
    const text =
      '# why\nquery: q # who\nmodel: {provider: anthropic, model: m}\nlive_tools: ["files.*"]\nexpect: {reason: answer}\n';
    const { recording, simulation } = await record(
      [call('files.read', { path: 'a' }), 'hm', done],
      [{ structured_content: { text: 'A' } }],
      { text },
    );
    expect(simulation.steps.map(({ outcome }) => outcome)).toEqual(['result', 'invalid_reply', 'final']);
    expect(recording).toEqual({
      changes: [],
      text: `# why
query: q # who
model: { provider: anthropic, model: m }
expect: { reason: answer }
script:
  - call: files.read
    args:
      path: a
  - reply: hm
  - answer: done
results:
  files.read:
    - when:
        path: a
      value:
        text: A
      latency_ms: 0
`,
    });
  });

  it('answers each call as it was answered, where the arguments do not tell calls apart', async () => {
    const read = (path: string) => call('files.read', { path });
    const { recording } = await record(
      [read('a'), read('a'), read('b'), done],
      [{ structured_content: 1 as never }, { is_error: true, content: [{ type: 'text', text: 'no' }] }, {}],
    );
    expect(recording?.changes).toEqual([]);
    expect(recorded(recording?.text)?.results['files.read']?.map(({ times }) => times)).toEqual([1, 1, 1]);
  });

  it('keeps a tool that hangs, one that throws, and what somebody agreed to', async () => {
    const erase = call('files.erase', { id: 1 });
    const { recording, simulation } = await record(
      [call('files.read', { path: 'a' }), call('files.read', { path: 'b' }), erase, erase, done],
      ['hangs', new Error('down'), { structured_content: { gone: true } }],
      { words: [true, false] },
    );
    expect(simulation.traces.flatMap(({ steps }) => steps.map(({ outcome }) => outcome))).toEqual([
      'tool_timeout',
      'tool_failed',
      'awaits_approval',
      'awaits_approval',
      'final',
    ]);
    expect(recording?.changes).toEqual([]);
    expect(recorded(recording?.text)?.turns?.map(({ approve }) => approve)).toEqual([undefined, true, false]);
  });

  it('goes on where the answered turns of a history end, and takes the history with it', async () => {
    const history = {
      path: 'h',
      text: JSON.stringify([
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'yes' },
      ]),
    };
    const text = 'turns: [{query: q, script: [{answer: "yes"}]}, {query: r}]\nmodel: {provider: anthropic, model: m}\n';
    const { recording } = await record([done], [], { text, history });
    expect(recording?.changes).toEqual([]);
    expect(recorded(recording?.text)).toMatchObject({ history: [{}, {}], turns: [{ query: 'q' }, { query: 'r' }] });
  });

  it('is none when no script can end so, and says why', async () => {
    const { recording, simulation } = await record([], [], {
      model: { complete: () => Promise.reject(new PegboardError('model_failed', 'overloaded')) },
    });
    expect([recording, simulation.findings.map(({ code }) => code)]).toEqual([null, ['not_recorded']]);
    await expect(record([done], [], { remember: true })).rejects.toMatchObject({ code: 'usage' });
  });

  it('plays again as it was, whatever was said and answered', async () => {
    const value = fc.jsonValue({ maxDepth: 2 });
    const args = fc.record({ path: fc.constantFrom('a', 'b'), deep: value }, { requiredKeys: ['path'] });
    const reply = fc.oneof(
      args.map((given) => call('files.read', given)),
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constant('{"next_node": "files.read", "args": {"path": "a"}}'),
    );
    const answer = fc.oneof(
      value.map((structured): Answer => ({ structured_content: structured as never })),
      fc.string().map((text): Answer => ({ is_error: true, content: [{ type: 'text', text }] })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(reply, { maxLength: 6 }),
        fc.array(answer, { minLength: 6 }),
        async (replies, answers) => {
          const { recording } = await record([...replies, done], answers);
          expect(recording?.changes).toEqual([]);
        },
      ),
      { numRuns: casesOf(60) },
    );
  });
});
