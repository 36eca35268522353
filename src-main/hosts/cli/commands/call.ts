import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import type { CallResult } from '#shared/domain/live-source.ts';
import { errorTable, PegboardError } from '#shared/errors.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { withConsent } from '../with-consent.ts';
import { withSignIn } from '../with-sign-in.ts';

export interface CallOptions {
  readonly args: string;
  readonly timeout?: number | undefined;
  readonly yes?: boolean | undefined;
}

/** `pegboard call <tool> --args <json|@file>`: one call by hand. Exit code 5 when the tool says that it failed. */
export async function call(context: CommandContext, tool: string, options: CallOptions): CommandResult {
  const args = await readArguments(context, options.args);
  return withWorkspace(context, async (services) => {
    const source = (await services.catalog.get({ name: tool }))?.tool.source;
    const timeout = options.timeout === undefined ? {} : { timeout_ms: options.timeout * 1000 };
    const result = await withConsent(context, options.yes === true, (agreement) =>
      withSignIn(context, services, { name: source }, () =>
        services.sources.call({ tool, args, ...agreement, ...timeout }, { signal: context.io.signal }),
      ),
    );
    context.reporter.findings(result.findings);
    const { findings: _, ...value } = result;
    context.reporter.result('call/1', value, () => describe(result));
    if (!result.is_error) return 0;
    context.reporter.note(`${tool} reports an error.`);
    return errorTable.tool_failed.exitCode;
  });
}

const forExample = 'For example: --args \'{"path": "README.md"}\'';

async function readArguments({ io }: CommandContext, text: string): Promise<Record<string, unknown>> {
  const file = text.startsWith('@') ? text.slice(1) : undefined;
  const json = file === undefined ? text : await nodeFiles.readText(resolve(io.cwd, file), { regularOnly: false });
  const value = parseJson(json, file ?? '--args', { hint: forExample });
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new PegboardError('usage', `${file ?? '--args'} must hold a JSON object.`, {
    hint: forExample,
  });
}

/** Text as it is; other content by its kind and size. */
function describe({ content, structured_content }: CallResult): string {
  const parts = content.map((block) => {
    if (typeof block.text === 'string') return plainText(block.text, { lines: true });
    const size = typeof block.data === 'string' ? `, ${block.data.length} characters` : '';
    const kind = `${String(block.type)}${typeof block.mimeType === 'string' ? ` ${block.mimeType}` : ''}`;
    return plainText(`[${kind}${size}]`);
  });
  if (parts.length === 0 && structured_content !== undefined)
    return plainText(JSON.stringify(structured_content, null, 2), { lines: true });
  return parts.join('\n');
}
