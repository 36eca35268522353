import { connectionKind, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { variablesOf } from './externalise-secrets.ts';
import { SecretExtractor } from './extract-secrets.ts';
import { isHideable } from './masker.ts';
import { namesSecret } from './secret-names.ts';

/** A field of a connection that holds what may be a secret, and the variables that could stand for it. */
export interface LiteralSecret {
  readonly field: readonly (string | number)[];
  readonly variables: readonly string[];
}

/**
 * The fields of a connection that hold a value where a reference should be. Unlike on import, where every value of a variable
 * becomes a reference, settings such as `NODE_ENV: production` are left: somebody wrote them on purpose. Holds no value.
 */
export function literalSecrets(connection: McpConnection, source: string): LiteralSecret[] {
  const inUse = variablesOf(connection);
  const found: LiteralSecret[] = [];
  const look = (field: LiteralSecret['field'], take: (taker: SecretExtractor) => unknown) => {
    const taker = new SecretExtractor(source, inUse);
    take(taker);
    if (taker.values.size > 0) found.push({ field, variables: [...taker.values.keys()] });
  };
  const lookAtValue = (
    field: LiteralSecret['field'],
    name: string,
    value: string,
    whole: (taker: SecretExtractor) => void,
  ) =>
    look(field, (taker) => {
      if (/^[a-z][\w+.-]*:\/\//i.test(value)) taker.address(value);
      else if (mayBeSecret(name, value)) whole(taker);
    });

  const known = connectionKind(connection);
  if (known.kind === 'http') {
    look(['url'], (taker) => taker.address(known.url));
    for (const [name, value] of Object.entries(known.headers))
      lookAtValue(['headers', name], name, value, (taker) => taker.header(name, value));
    return found;
  }
  look(['command'], (taker) => taker.text(known.command));
  for (const i of known.args.keys()) {
    // With the argument before it, which may be the name of its value; that one was looked at itself.
    look(['args', i], (taker) => taker.argumentAt(i, known.args, known.command));
  }
  for (const [name, value] of Object.entries(known.env))
    lookAtValue(['env', name], name, value, (taker) => taker.variable(name, value));
  return found;
}

/** Also what is too short to be hidden in other texts. */
function mayBeSecret(name: string, value: string): boolean {
  const isSetting = /^(|true|false|yes|no|on|off|none|\d)$/i.test(value);
  return isHideable(name, value) || (namesSecret(name) && !isSetting);
}
