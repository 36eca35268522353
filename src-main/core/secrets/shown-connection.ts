import { connectionKind, describeConnection, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { variablesOf } from './externalise-secrets.ts';
import { SecretExtractor } from './extract-secrets.ts';
import { referenceTo } from './variable-references.ts';

/**
 * What a connection runs or reaches, in one line, for lists, logs and messages: `[hidden]` stands for what may be a secret that
 * somebody wrote into `pegboard.yaml`. A question for consent shows the whole line, since what is hidden there could run too.
 */
export function shownConnection(connection: McpConnection): string {
  const taker = new SecretExtractor('hidden', variablesOf(connection));
  const known = connectionKind(connection);
  const shown = describeConnection(
    known.kind === 'http'
      ? { url: taker.address(known.url) }
      : { command: taker.text(known.command), args: taker.arguments(known.args, known.command) },
  );
  // None of these names is one that the connection refers to.
  return [...taker.values.keys()].reduce((text, name) => text.replaceAll(referenceTo(name), '[hidden]'), shown);
}
