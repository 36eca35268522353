import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { maximumHistoryBytes } from '#core/history/read-history.ts';
import type { NativeSearch, Payload, ProviderName } from '#shared/domain/payload.ts';
import { bodyText, curlText, typescriptText } from '#shared/domain/request-text.ts';
import type { TokenCount } from '#shared/tokens.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { table } from '../reporter.ts';

export interface ExportPayloadOptions {
  readonly provider: ProviderName;
  readonly query?: string | undefined;
  readonly persona?: string | undefined;
  readonly profile: string;
  readonly search?: NativeSearch | undefined;
  readonly history?: string | undefined;
  readonly cache: boolean;
}

/**
 * `pegboard export payload`: the body that a provider would get, with its tokens on stderr; as curl or TypeScript, the whole request.
 * Exit code 1 when the provider would refuse it.
 */
export async function exportPayload(context: CommandContext, options: ExportPayloadOptions): CommandResult {
  const { io, reporter, code } = context;
  const { provider, query, persona, profile, search, cache } = options;
  const history = options.history === undefined ? undefined : await historyFile(options.history, io.cwd);
  return withWorkspace(context, async (services) => {
    const payload = await services.providers.payload(
      { provider, query, persona, profile, search, history, cache },
      { signal: io.signal },
    );
    reporter.findings(payload.findings);
    if (code !== null) {
      io.stdout.write(`${code === 'curl' ? curlText(payload) : typescriptText(payload)}\n`);
    } else {
      reporter.result('payload/1', payload, () => bodyText(payload));
      reporter.note(describeTokens(payload));
    }
    return payload.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  });
}

async function historyFile(path: string, cwd: string): Promise<{ text: string; path: string }> {
  const options = { maximumBytes: maximumHistoryBytes, regularOnly: true };
  return { text: await nodeFiles.readText(resolve(cwd, path), options), path };
}

function describeTokens({ parts, tokens, context_tokens, native }: Payload): string {
  const head = ['part', 'items', 'sent (estimate)', 'o200k', 'in context at first (estimate)', 'o200k'];
  const row = (name: string, items: string, sent: TokenCount, read: TokenCount) => [
    name,
    items,
    ...[sent.estimate, sent.o200k, read.estimate, read.o200k].map(String),
  ];
  const rows = parts.map((part) => row(part.name, String(part.items), part.tokens, part.context_tokens));
  const who = native ? 'the provider searches' : 'our tool_search; deferred tools are withheld';
  return `${table([head, ...rows, row('whole request', '', tokens, context_tokens)], [false, true, true, true, true, true])}\n${who}`;
}
