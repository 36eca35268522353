import { setImmediate } from 'node:timers/promises';
import type { OptimizeSchemasInput, SchemaProposal, SchemasReport } from '#shared/domain/optimize-schemas.ts';
import type { SchemaForm } from '#shared/domain/schema-form.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { addTokenCounts } from '#shared/tokens.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { stepsOfOneCheck } from '../../json/bounded-schema.ts';
import { shorterSchema } from '../../json/shorter-schema.ts';
import { countTextTokens } from '../../prompt/count-tokens.ts';
import { entryLine } from '../../prompt/render-tool.ts';
import { goldenCost, goldenRanks, type LabelledQuery } from '../../why-not/golden-cost.ts';
import { closeScope, scopeOfTools } from '../../why-not/scope-of-tools.ts';
import { allowedTools } from '../../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { revisionOf } from '../../workspace/workspace-file.ts';
import { sameChecks } from './same-checks.ts';

/** Tools between two looks at whatever else waits. */
const batch = 10;

/** Checks of all schemas of one tool, in steps: a tool that needs more is not proposed. */
const stepsOfOneTool = 20 * stepsOfOneCheck;

interface Given {
  readonly input: OptimizeSchemasInput;
  readonly golden: readonly LabelledQuery[];
  readonly fts: 'detect' | 'off';
  readonly signal: AbortSignal | undefined;
}

/** Equal, shorter input schemas for the tools of a workspace. Errors: `unknown_persona`, `cancelled`. */
export async function schemasReport(loaded: LoadedWorkspace, given: Given): Promise<SchemasReport> {
  const { input, signal } = given;
  const tools = allowedTools(loaded, input.persona === undefined ? {} : { persona: input.persona });
  const form: SchemaForm = input.references ? 'references' : 'plain';
  const proposals: SchemaProposal[] = [];
  const after = new Map(tools);
  for (const [i, tool] of [...tools.values()].entries()) {
    if (i % batch === 0) {
      await setImmediate();
      throwIfCancelled(signal);
    }
    if (input.only && !input.only.includes(tool.name)) continue;
    const made = proposalFor(tool, form, loaded);
    if (!made) continue;
    proposals.push(made.proposal);
    after.set(tool.name, made.tool);
  }
  proposals.sort((a, b) => Number(b.always) - Number(a.always) || saved(b) - saved(a) || (a.tool < b.tool ? -1 : 1));
  const count = proposals.length;
  const none = { estimate: 0, o200k: 0 };
  return {
    verdict: count > 0 ? 'shorter' : 'keep',
    reason:
      count > 0
        ? `The schemas of ${count} ${count === 1 ? 'tool' : 'tools'} can say the same in fewer tokens.`
        : 'Keep what you have: no schema can say the same in fewer tokens.',
    ...{ persona: input.persona ?? null, form, tools: tools.size, proposals },
    before: proposals.map((one) => one.before).reduce(addTokenCounts, none),
    after: proposals.map((one) => one.after).reduce(addTokenCounts, none),
    cost: count > 0 ? await costOf(loaded, { ...given, before: tools, after }) : null,
    changes: proposals.map(({ tool }) => ({ path: ['overlays', tool, 'shorter_schema'], value: form })),
    base: revisionOf(loaded.file.text),
  };
}

function saved({ before, after }: SchemaProposal): number {
  return before.o200k - after.o200k;
}

/** Null where the schema stays, where it would not be shorter by both estimators, and where a check tells the two apart. */
function proposalFor(
  tool: CatalogTool,
  form: SchemaForm,
  { file: { config } }: LoadedWorkspace,
): { readonly proposal: SchemaProposal; readonly tool: CatalogTool } | null {
  const { schema, steps } = shorterSchema(tool.input_schema, { tool: tool.upstream_name, form });
  if (Object.keys(steps).length === 0) return null;
  const short = { ...tool, input_schema: schema };
  const [before, after] = [tool, short].map((one) => countTextTokens(entryLine(one, config.tool_examples)));
  if (!before || !after || after.estimate >= before.estimate || after.o200k >= before.o200k) return null;
  const examples = tool.examples.map(({ args }) => args);
  const checked = sameChecks(tool.input_schema, schema, { examples, budget: { steps: stepsOfOneTool } });
  if (checked === null) return null;
  const proposal = { tool: tool.name, always: tool.mode === 'always', steps, before, after, checked };
  return { proposal, tool: short };
}

/** What searches lose: titles are among the words that the ranker reads. Null without golden queries, or where search is off. */
async function costOf(
  { file: { config } }: LoadedWorkspace,
  {
    golden,
    before,
    after,
    fts,
    signal,
  }: Given & { readonly before: ReadonlyMap<string, CatalogTool>; readonly after: ReadonlyMap<string, CatalogTool> },
): Promise<SchemasReport['cost']> {
  const known = golden.filter(({ relevant }) => relevant.some((group) => group.some((name) => before.has(name))));
  if (known.length === 0 || !config.tool_search.enabled) return null;
  const ranks = [];
  for (const tools of [before, after]) {
    const { scope } = await scopeOfTools(tools, config.tool_search, { fts, signal });
    try {
      ranks.push(await goldenRanks(scope, known, signal));
    } finally {
      closeScope(scope);
    }
  }
  return goldenCost(known, { before: ranks[0] ?? [], after: ranks[1] ?? [], except: '' });
}
