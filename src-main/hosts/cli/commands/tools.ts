import type { Services } from '#core/services.ts';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import { counted } from '#shared/counted.ts';
import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import type { ToolProblems } from '#shared/domain/tool-detail.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { table } from '../reporter.ts';

const shownNamespaces = 10;

export interface ToolsOptions {
  readonly namespace?: string | undefined;
  readonly mode?: LoadingMode | undefined;
  readonly tokens?: boolean | undefined;
  readonly problems?: boolean | undefined;
}

/**
 * `pegboard tools`: the catalog with each tool's effective mode, why, and its tokens. With `problems`: only the tools whose
 * definitions have findings, and exit code 1 when one of those is an error or a warning.
 */
export async function tools(context: CommandContext, options: ToolsOptions): CommandResult {
  return withWorkspace(context, async (services) => {
    const problems = new Map(
      options.problems ? (await services.catalog.lint()).map((entry) => [entry.name, entry.problems]) : [],
    );
    const listed: (ToolSummary & { readonly tokens: TokenCount })[] = [];
    const all = await services.catalog.list();
    for (const summary of all) {
      if (options.namespace !== undefined && summary.namespace !== options.namespace) continue;
      if (options.mode !== undefined && summary.mode !== options.mode) continue;
      if (options.problems && !problems.has(summary.name)) continue;
      const found = await services.catalog.get({ name: summary.name });
      if (found) listed.push({ ...summary, tokens: found.tokens });
    }
    const total = (mode?: LoadingMode) =>
      listed
        .filter((tool) => mode === undefined || tool.mode === mode)
        .reduce((sum, tool) => addTokenCounts(sum, tool.tokens), { estimate: 0, o200k: 0 });
    const always = listed.filter((tool) => tool.mode === 'always').length;
    const totals = {
      tools: listed.length,
      always,
      deferred: listed.length - always,
      tokens: total(),
      tokens_always: total('always'),
      ...(options.problems ? { problems: listed.flatMap(({ name }) => problems.get(name) ?? []).length } : {}),
    };
    const value = {
      tools: listed.map(({ name, namespace, mode, mode_reason, side_effects, source, tokens }) => ({
        name,
        namespace,
        mode,
        mode_reason: mode_reason.detail,
        side_effects,
        source,
        tokens,
        ...(options.problems ? { problems: problems.get(name) ?? [] } : {}),
      })),
      totals,
    };
    const withheld = all.length === 0 ? await whyWithheld(services) : null;
    context.reporter.result('tools/1', value, () => {
      const none = withheld ?? (listed.length === 0 ? whyNone(all, options) : null);
      if (none !== null) return none;
      if (options.problems) return describeProblems(listed, problems);
      const head = ['name', 'mode', 'effects', ...(options.tokens ? ['estimate', 'o200k'] : []), 'why'];
      const rows = listed.map((tool) => [
        tool.name,
        tool.mode,
        tool.side_effects ?? '?',
        ...(options.tokens ? [String(tool.tokens.estimate), String(tool.tokens.o200k)] : []),
        tool.mode_reason.detail,
      ]);
      const right = [false, false, false, ...(options.tokens ? [true, true] : []), false];
      const sum = `${counted(totals.tools, 'tool')}, ${totals.always} always loaded, ${totals.deferred} deferred; ${totals.tokens.estimate} tokens as JSON for providers (estimate), ${totals.tokens_always.estimate} of them always loaded`;
      return `${table([head, ...rows], right)}\n\n${sum}`;
    });
    const isGrave = ({ severity }: Problem) => severity !== 'info';
    return listed.some(({ name }) => problems.get(name)?.some(isGrave)) ? 1 : 0;
  });
}

/** That approvals withhold every tool, and why; null where there is none to withhold. */
async function whyWithheld(services: Services): Promise<string | null> {
  const { items } = await services.approvals.review({ golden: false });
  const waiting = items.filter(({ kind, action }) => kind === 'tool' && action === 'quarantine');
  if (waiting.length === 0) return null;
  const damage = (await services.workspace.current())?.findings.find(({ code }) => code === 'lock_damaged');
  const why = damage ? plainText(`${damage.message} ${damage.hint ?? ''}`.trim()) : '"pegboard review" says why.';
  return `${counted(waiting.length, 'tool')}, all withheld. ${why}`;
}

/** Why no tool is listed; null where the tools that were asked for just have no problem. */
function whyNone(all: readonly ToolSummary[], { namespace, problems }: ToolsOptions): string | null {
  if (all.length === 0) return 'No tools. Import some: pegboard import <captured tools.json>';
  const namespaces = [...new Set(all.map((tool) => tool.namespace))].sort();
  if (namespace !== undefined && !namespaces.includes(namespace)) {
    const shown = namespaces.slice(0, shownNamespaces).join(', ');
    const more = namespaces.length - shownNamespaces;
    return plainText(
      `No tool has the namespace ${namespace}. Namespaces are: ${shown}${more > 0 ? ` and ${more} more` : ''}.`,
    );
  }
  return problems ? null : `None of the ${counted(all.length, 'tool')} matches these options.`;
}

type Problem = ToolProblems['problems'][number];

function describeProblems(listed: readonly ToolSummary[], problems: ReadonlyMap<string, readonly Problem[]>): string {
  if (listed.length === 0) return 'No findings: every definition reads well.';
  const rows = listed.flatMap(({ name }) =>
    (problems.get(name) ?? []).map(({ severity, code }) => [name, severity, code]),
  );
  const sum = `${counted(rows.length, 'finding')} about ${counted(listed.length, 'tool')}. The catalog of "pegboard serve" explains each of them.`;
  return `${table([['name', 'severity', 'finding'], ...rows])}\n\n${sum}`;
}
