import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import type { PluginServer } from './plugin-bundle.ts';

/** A server of a plugin as a source would reach it; the placeholders of the plugin are still in its texts. */
export function connectionOfServer({ transport }: PluginServer): McpConnection {
  if (transport.type !== 'stdio') {
    const { url, headers } = transport;
    return { url, ...(Object.keys(headers).length > 0 ? { headers } : {}) };
  }
  const { command, args, env, cwd } = transport;
  return {
    command,
    ...(args.length > 0 ? { args: [...args] } : {}),
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...(cwd === null ? {} : { cwd }),
  };
}
