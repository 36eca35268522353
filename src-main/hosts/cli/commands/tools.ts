import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { table } from '../reporter.ts';

export interface ToolsOptions {
  readonly namespace?: string | undefined;
  readonly mode?: LoadingMode | undefined;
  readonly tokens?: boolean | undefined;
}

/** `pegboard tools`: the catalog with each tool's effective mode, why, and its tokens. */
export async function tools(context: CommandContext, options: ToolsOptions): CommandResult {
  return withWorkspace(context, async (services) => {
    const listed: (ToolSummary & { readonly tokens: TokenCount })[] = [];
    for (const summary of await services.catalog.list()) {
      if (options.namespace !== undefined && summary.namespace !== options.namespace) continue;
      if (options.mode !== undefined && summary.mode !== options.mode) continue;
      const found = await services.catalog.get(summary.name);
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
      })),
      totals,
    };
    context.reporter.result('tools/1', value, () => {
      if (listed.length === 0) return 'No tools. Import some: pegboard import <captured tools.json>';
      const head = ['name', 'mode', 'effects', ...(options.tokens ? ['estimate', 'o200k'] : []), 'why'];
      const rows = listed.map((tool) => [
        tool.name,
        tool.mode,
        tool.side_effects ?? '?',
        ...(options.tokens ? [String(tool.tokens.estimate), String(tool.tokens.o200k)] : []),
        tool.mode_reason.detail,
      ]);
      const right = [false, false, false, ...(options.tokens ? [true, true] : []), false];
      const sum = `${totals.tools} tools, ${totals.always} always loaded, ${totals.deferred} deferred; ${totals.tokens.estimate} tokens (estimate), ${totals.tokens_always.estimate} of them always loaded`;
      return `${table([head, ...rows], right)}\n\n${sum}`;
    });
    return 0;
  });
}
