import { withheldText } from '#shared/domain/approval.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { CallResult } from '#shared/domain/live-source.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { approvalSentence } from '../approval/change-words.ts';
import { findTool } from '../catalog/find-tool.ts';
import { isDeeperThan } from '../json/json-walk.ts';
import { answerText, type ToolAnswer } from '../mcp/call-tool.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import type { Masker } from '../secrets/masker.ts';
import { shownConnection } from '../secrets/shown-connection.ts';
import { closestTo } from '../workspace/closest-name.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';

/** Deeper than this, an answer cannot be passed on or shown. */
const answerDepth = 1_000;

/** Refuses an answer of a tool, or of a server, that nests too deep. Error: `tool_failed`. */
export function refuseDeepAnswer(name: string, answer: unknown): void {
  if (!isDeeperThan(answer, answerDepth)) return;
  throw new PegboardError(
    'tool_failed',
    `${name} answers with a value that is nested more than ${answerDepth} levels deep.`,
    {
      hint: 'Report it to the authors of the server.',
    },
  );
}

/** `confirmation_required`, with what would run. `change` says how the tool is not as it was approved. */
export function confirmationRequired(
  loaded: LoadedWorkspace,
  tool: CatalogTool,
  stored: McpConnection,
  change: string | null = approvalSentence(loaded, tool),
): PegboardError {
  const why = change === null ? 'may destroy something; it' : `${change} It`;
  return new PegboardError('confirmation_required', `${tool.name} ${why} was not called.`, {
    hint: 'Check the arguments. To call the tool, run the same command with --yes.',
    data: { tool: tool.name, source: tool.source, runs: shownConnection(stored) },
  });
}

/**
 * A tool that the workspace's policy lets run, by its name or an alias (R1.23). Errors: `approval_required` for one that nobody approved,
 * `tool_not_found`.
 */
export function calledTool({ registry, catalog }: LoadedWorkspace, name: string): CatalogTool {
  const tool = findTool(registry, name);
  if (tool) return tool;
  const withheld = catalog.tools.find((one) => one.name === name)?.withheld;
  if (withheld) {
    throw new PegboardError('approval_required', `${name} cannot be called. ${withheldText(withheld)}`, {
      hint: 'Look at it with "pegboard review", and approve it there.',
      data: { tool: name },
    });
  }
  const near = closestTo(name, [...registry.keys()]);
  throw new PegboardError('tool_not_found', `There is no tool "${name}" in the catalog.`, {
    hint: near === undefined ? 'pegboard tools lists them.' : `Did you mean "${near}"?`,
    data: { tool: name },
  });
}

/** What a user sees of the answer of a tool: without secrets. */
export function callResult(
  { name }: CatalogTool,
  { isError, content, structuredContent }: ToolAnswer,
  { masker, ...rest }: { readonly masker: Masker; readonly elapsed_ms: number; readonly findings: readonly Finding[] },
): CallResult {
  return {
    tool: name,
    is_error: isError === true,
    content: masker.value(content),
    tokens: countTextTokens(answerText({ content, structuredContent })),
    ...(structuredContent === undefined ? {} : { structured_content: masker.value(structuredContent) }),
    ...rest,
  };
}
