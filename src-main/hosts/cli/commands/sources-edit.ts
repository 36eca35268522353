import { resolve } from 'node:path';
import { connectionKind, describeConnection, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import { checkSourceName } from '../check-source-name.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { parseHeader, parseVariable } from './import-mcp.ts';

export interface SourcesEditOptions {
  readonly url?: string | undefined;
  readonly env?: readonly string[] | undefined;
  readonly header?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

/**
 * `pegboard sources edit <name> [--url <url> | -- <command…>] [--env …] [--header …] [--cwd …]`: changes how a source reaches
 * its server. What is not given stays as it is.
 */
export async function editSource(
  context: CommandContext,
  [name, ...words]: readonly string[],
  options: SourcesEditOptions,
): CommandResult {
  if (name === undefined) {
    throw new PegboardError('usage', 'sources edit takes the name of a source.', {
      hint: 'For example: pegboard sources edit files -- npx -y <server>',
    });
  }
  checkSourceName(name);
  const { io, reporter } = context;
  return withWorkspace(context, async (services) => {
    const { connection: before } = await services.sources.connection({ name });
    const connection = changed(before, words, {
      ...options,
      ...(options.cwd && { cwd: resolve(io.cwd, options.cwd) }),
    });
    const result = await services.sources.setConnection({ name, connection, apply: !options.dryRun });
    reporter.findings(result.findings);
    reporter.result('sources-edit/1', { ...result }, () =>
      [
        `before: ${plainText(describeConnection(result.before))}`,
        `now: ${plainText(describeConnection(result.connection))}`,
        result.written ? `Changed. Import it again: pegboard import --source ${name}` : 'Nothing was written.',
      ].join('\n'),
    );
    return 0;
  });
}

function changed(
  before: McpConnection,
  words: readonly string[],
  { url, env, header, cwd }: SourcesEditOptions,
): McpConnection {
  const known = connectionKind(before);
  const refuse = (message: string, hint: string) => new PegboardError('usage', message, { hint });
  if (url !== undefined && words.length > 0)
    throw refuse('--url and a command exclude each other.', 'Give one of them.');
  const isHttp = url !== undefined || (words.length === 0 && known.kind === 'http');
  if (isHttp && (env || cwd !== undefined))
    throw refuse('--env and --cwd belong to a command.', 'A server reached by an address gets its settings there.');
  if (!isHttp && header) throw refuse('--header belongs to an address.', 'Use --env with a command.');
  if (url === undefined && words.length === 0 && !env && !header && cwd === undefined)
    throw refuse('Nothing to change was given.', 'Give --url, --env, --header, --cwd, or a command after "--".');
  if (isHttp) {
    const old = known.kind === 'http' ? known : { url: '', headers: {} };
    const headers = { ...old.headers, ...Object.fromEntries((header ?? []).map(parseHeader)) };
    return { url: url ?? old.url, ...(Object.keys(headers).length > 0 ? { headers } : {}) };
  }
  const old = known.kind === 'stdio' ? known : { command: '', args: [], env: {}, cwd: undefined };
  const [command = old.command, ...args] = words;
  const variables = { ...old.env, ...Object.fromEntries((env ?? []).map(parseVariable)) };
  const folder = cwd ?? old.cwd;
  return {
    command,
    args: words.length > 0 ? args : [...old.args],
    ...(Object.keys(variables).length > 0 ? { env: variables } : {}),
    ...(folder === undefined ? {} : { cwd: folder }),
  };
}
