import type { ConnectRequest, ServedEntry } from '#shared/domain/connect.ts';
import type { ServerValue } from '../client-configs/edit-servers.ts';
import type { EntryForm } from '../client-configs/entry-form.ts';
import { isRecord } from '../client-configs/read-server-map.ts';
import type { LaunchCommand } from './launch-command.ts';

interface EntryOptions extends Pick<ConnectRequest, 'persona' | 'mode'> {
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
export function pegboardEntry({ form, launch, workspace, persona, mode, there }: EntryOptions): ServerValue {
  const kept = isRecord(there) && servedEntry('', there) ? there : {};
  const env = { ...(isRecord(kept.env) ? kept.env : {}), ...launch.env };
  const args = [
    ...launch.args,
    ...['mcp', '--workspace', workspace],
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

/** The settings of an entry that starts Pegboard as a gateway; null for any other entry. */
export function servedEntry(name: string, entry: unknown): ServedEntry | null {
  if (!isRecord(entry) || typeof entry.command !== 'string' || !Array.isArray(entry.args)) return null;
  const words = [entry.command, ...entry.args.map((word: unknown) => (typeof word === 'string' ? word : ''))];
  const at = words.indexOf('mcp');
  const isOurs = words.slice(0, Math.max(at, 0)).some((word) => ownWord.test(word));
  if (!isOurs) return null;
  const given = (option: string) => {
    const found = words.indexOf(option, at);
    return found < 0 ? null : (words[found + 1] ?? null);
  };
  return { name, workspace: given('--workspace'), persona: given('--persona'), mode: given('--mode') };
}

/** The command `pegboard`, and the file that it runs. */
const ownWord = /(?:^|[\\/])(?:pegboard(?:\.(?:cmd|exe))?|hosts[\\/]cli[\\/]bin\.mjs)$/;
