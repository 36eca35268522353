import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { referredVariables } from '../../secrets/variable-references.ts';

/** A connection without the variables and headers that refer to any of these names. */
export function withoutVariables(connection: McpConnection, names: ReadonlySet<string>): McpConnection {
  const { env, headers, ...rest } = connection;
  const kept = (map: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(map).filter(([, value]) => !referredVariables(value).some((name) => names.has(name))),
    );
  const some = (map: Record<string, string>, key: 'env' | 'headers') =>
    Object.keys(map).length > 0 ? { [key]: map } : {};
  return { ...rest, ...some(kept(env ?? {}), 'env'), ...some(kept(headers ?? {}), 'headers') };
}
