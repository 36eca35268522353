import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ToolContext } from '#shared/domain/tool-policy.ts';
import { PegboardError } from '#shared/errors.ts';
import type { AskServer } from '../../gateway/upstreams.ts';
import { realDelay, runTool, type ToolAnswer, type ToolBinding } from '../../planner/run/run-tool.ts';

/** Servers whose tools the world of a trial runs. */
export function worldServers(
  bind: (tool: CatalogTool) => ToolBinding,
  { context, timeoutMs }: { readonly context: ToolContext; readonly timeoutMs: number },
): AskServer {
  return {
    ask: async (source, { params }, { called, signal }) => {
      if (!called) throw new Error(`Nothing but tools of ${source} can be asked in a trial.`);
      const { tool } = called;
      const args = params.arguments as Record<string, unknown>;
      const answer = await runTool(bind(tool), { tool, args, context }, { timeoutMs, delay: realDelay, signal });
      return { kind: 'result', result: resultOf(answer, source), elapsedMs: 0 };
    },
  };
}

/** An answer as a server of the protocol gives it. Error: `server_timeout`. */
function resultOf(answer: ToolAnswer, source: string): Record<string, unknown> {
  switch (answer.kind) {
    case 'result': {
      const { value } = answer;
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return { content: [{ type: 'text', text }], ...(isObject ? { structuredContent: value } : {}) };
    }
    case 'timeout':
      throw new PegboardError('server_timeout', `The server of ${source} gave no answer in time.`);
    case 'pause':
      return failed(`The tool waits for a person: ${answer.reason}`);
    default:
      return failed(answer.message);
  }
}

function failed(text: string): Record<string, unknown> {
  return { content: [{ type: 'text', text }], isError: true };
}
