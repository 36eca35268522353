import { onTestFinished } from 'vitest';
import { buildCatalog } from '#core/catalog/catalog.ts';
import { silentLogger } from '#core/logger.ts';
import { ScriptedClient, type ScriptedReply } from '#core/planner/models/scripted-client.ts';
import { Planner } from '#core/planner/planner.ts';
import type { PlannerOptions } from '#core/planner/planner-options.ts';
import type { ToolAnswer, ToolCall } from '#core/planner/run/run-tool.ts';
import { realDelay } from '#core/planner/run/run-tool.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { estimateTokens } from '#shared/tokens.ts';
import type { TestTool } from './workspace.ts';

/** The reply that calls a tool. */
export function call(next_node: string, args: object = {}): string {
  return JSON.stringify({ next_node, args });
}

export const done = call('final_response', { answer: 'done' });

/** Tools of a `tools.jsonl` as the catalog has them under a configuration; tool search on, deferred, unless it says else. */
export function testCatalog(tools: readonly TestTool[], config: object = {}) {
  const parsed = workspaceConfigSchema.parse({
    tool_search: { enabled: true, default_loading_mode: 'deferred' },
    ...config,
  });
  const source = sourceSchema.parse({ name: 'test', path: 'test.jsonl', format: 'tools_jsonl' });
  return { catalog: buildCatalog([{ source, tools }], parsed, new Map()).tools, config: parsed };
}

export interface TestPlannerOptions extends Partial<Omit<PlannerOptions, 'catalog' | 'config' | 'bind'>> {
  readonly tools: readonly TestTool[];
  /** Sections of `pegboard.yaml`. */
  readonly config?: object;
  readonly script?: readonly (string | ScriptedReply)[];
  /** What the tools answer; a tool without gives its arguments back. */
  readonly answers?: Readonly<Record<string, (call: ToolCall) => ToolAnswer | Promise<ToolAnswer>>>;
}

/** A planner with a fixed clock and counted ids, closed with the test. */
export async function testPlanner({ tools, config, script = [], answers = {}, ...rest }: TestPlannerOptions) {
  let ids = 0;
  const calls: ToolCall[] = [];
  const planner = await Planner.create({
    ...testCatalog(tools, config),
    model: new ScriptedClient(script),
    concurrency: 'single_thread',
    now: () => 1000,
    newId: () => `id_${++ids}`,
    delay: realDelay,
    countTokens: (text) => ({ estimate: estimateTokens(text), o200k: 0 }),
    logger: silentLogger,
    bind: (tool: CatalogTool) => async (toolCall) => {
      calls.push(toolCall);
      return (await answers[tool.name]?.(toolCall)) ?? { kind: 'result', value: toolCall.args };
    },
    ...rest,
  });
  onTestFinished(() => planner.close());
  return { planner, calls };
}
