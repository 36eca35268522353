import type { ConnectRequest } from '#shared/domain/connect.ts';
import type { ServerValue } from '../client-configs/edit-servers.ts';
import type { EntryForm } from '../client-configs/entry-form.ts';
import { isRecord } from '../client-configs/read-server-map.ts';
import { servedEntry } from '../client-configs/served-entry.ts';
import type { LaunchCommand } from './launch-command.ts';

interface EntryOptions extends Pick<ConnectRequest, 'persona' | 'mode'> {
  /** Where it is not `gateway.server_name`: names of tools must fit its prefix. */
  readonly name: string | undefined;
  readonly form: EntryForm;
  readonly launch: LaunchCommand;
  readonly workspace: string;
  /** The entry with that name as it is in the file; undefined when there is none. */
  readonly there: unknown;
}

/**
 * The entry that serves a workspace. An entry of Pegboard that is there keeps what the user added to it, such as variables and what may
 * be called without asking.
 */
export function pegboardEntry({ form, launch, workspace, name, persona, mode, there }: EntryOptions): ServerValue {
  const kept = isRecord(there) && servedEntry('', there) ? there : {};
  const env = { ...(isRecord(kept.env) ? kept.env : {}), ...launch.env };
  const args = [
    ...launch.args,
    ...['mcp', '--workspace', workspace],
    ...(name === undefined ? [] : ['--name', name]),
    ...(persona === undefined ? [] : ['--persona', persona]),
    ...(mode === undefined ? [] : ['--mode', mode]),
  ];
  const { command: _command, args: _args, env: _env, ...more } = kept;
  return {
    ...form.fields,
    ...{ command: launch.command, args },
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...more,
  };
}
