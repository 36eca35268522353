import type { ToolGetInput } from '#shared/domain/search-request.ts';
import { estimateTokens } from '#shared/tokens.ts';
import type { ToolFinder } from '../planner/permitted/tool-finder.ts';
import { callClass } from './call-class.ts';
import { oneLine } from './one-line.ts';
import { callToolFor } from './own-tools.ts';
import { type GatewayView, toolNamed } from './view.ts';

/** How many times the budget of a search an answer with whole tools may have. */
const wholeTools = 8;

/**
 * What a model reads of `tool_get`: a JSON object for each tool on a line of its own, what calls it first. Names that are denied, hidden
 * or of nobody are missing alike, and a last line names them. Tools beyond the budget are named, to be asked for again.
 */
export async function getAnswer(
  view: GatewayView,
  finder: ToolFinder,
  input: ToolGetInput,
): Promise<{ readonly text: string; readonly names: string[] }> {
  const known = input.names.map((name) => toolNamed(view, name)?.name);
  const missing = input.names.filter((_name, i) => known[i] === undefined);
  const wanted = known.filter((name) => name !== undefined);
  const { tools } = wanted.length === 0 ? { tools: [] } : await finder.get(view, { ...input, names: wanted });
  const { gateway } = view.config;
  let left = gateway.answer_tokens * wholeTools;
  const lines: string[] = [];
  const shown: string[] = [];
  const cut: string[] = [];
  for (const { name, loading_mode: _mode, extra: _extra, ...record } of tools) {
    const tool = view.tools.get(name);
    if (!tool) continue;
    const sent = view.names.sentOf(name);
    const call_with = view.listedNames.has(sent) ? sent : callToolFor(callClass(tool), gateway.call_tools);
    const line = JSON.stringify({ name: sent, call_with, ...record });
    left -= estimateTokens(line);
    if (left < 0 && lines.length > 0) cut.push(sent);
    else {
      lines.push(line);
      shown.push(name);
    }
  }
  if (cut.length > 0) lines.push(`Left out, ask for them by themselves: ${cut.join(', ')}`);
  if (missing.length > 0)
    lines.push(
      `Not found: ${missing.map((name) => oneLine(name, 80)).join(', ')}. tool_search finds tools by what they do.`,
    );
  return { text: lines.join('\n'), names: shown };
}
