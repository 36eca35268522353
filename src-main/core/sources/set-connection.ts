import type { SetConnectionInput, SetConnectionResult } from '#shared/domain/live-source.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { variablesOf } from '../secrets/externalise-secrets.ts';
import { literalSecrets } from '../secrets/literal-secrets.ts';
import { referenceTo, variableName } from '../secrets/variable-references.ts';
import type { ConfigEdits } from '../workspace/config-edits.ts';
import { editSources } from '../workspace/edit-sources.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import type { LiveSources } from './live-sources.ts';
import { sourceOf } from './manage-sources.ts';
import { type PreparedConnection, storedConnection, typedConnection } from './prepared-connection.ts';

export interface SetConnectionContext {
  readonly session: WorkspaceSession;
  readonly edits: ConfigEdits;
  readonly live: Pick<LiveSources, 'valuesOf' | 'keepValues'>;
}

/**
 * Changes how the server of a source is reached. Its session ends, and its next start asks for consent again. With `apply` off
 * nothing is written. Errors: `source_not_found`, `source_not_live`, those of editing.
 */
export async function setConnection(
  { session, edits, live }: SetConnectionContext,
  { name, connection, apply }: SetConnectionInput,
): Promise<SetConnectionResult> {
  const { loaded } = session.current();
  const before = connectionToEdit(loaded, name);
  const prepared = preparedChange(connection, name, loaded);
  const result = { source: name, before, findings: prepared.findings };
  const shown = hiddenSecrets(prepared.stored, name);
  if (!apply) return { ...result, connection: shown, written: false, undo: null };
  // The user changes the connection and leaves its variables: their values go along, before its session ends.
  const known = live.valuesOf(loaded.root, storedConnection(loaded, name).stored);
  const { written, undo } = await edits.rewrite(
    (file) => editSources(file, [{ ...sourceOf({ file }, name), mcp: prepared.stored }]),
    `Connection of ${name}`,
  );
  live.keepValues(loaded.root, { ...prepared, values: { ...known, ...prepared.values } });
  return { ...result, connection: shown, written, undo };
}

/** How the server of a source is reached, a reference in place of what somebody wrote as a secret. */
export function connectionToEdit(loaded: LoadedWorkspace, name: string): McpConnection {
  return hiddenSecrets(storedConnection(loaded, name).stored, name);
}

function hiddenSecrets(stored: McpConnection, name: string): McpConnection {
  const connection = structuredClone(stored);
  const used = variablesOf(stored);
  const names = new Set<string>();
  for (const { field, variables } of literalSecrets(stored, name)) {
    const [key, place] = field;
    const variable = freeVariable(variables[0] ?? variableName(name), (one) => used.has(one) || names.has(one));
    names.add(variable);
    const reference = referenceTo(variable);
    if (key === 'command' || key === 'url') connection[key] = reference;
    else if (key === 'args' && typeof place === 'number' && connection.args) connection.args[place] = reference;
    else if ((key === 'env' || key === 'headers') && typeof place === 'string')
      connection[key] = { ...connection[key], [place]: reference };
  }
  return connection;
}

/** Two secrets never have one name, so that each is known when the user gives it back. */
function freeVariable(wanted: string, isTaken: (name: string) => boolean): string {
  for (let number = 2, name = wanted; ; number++) {
    if (!isTaken(name)) return name;
    name = `${wanted}_${number}`;
  }
}

/** What was typed, with its secrets taken out; what is given back as it was shown stays as `pegboard.yaml` has it. */
function preparedChange(connection: McpConnection, name: string, loaded: LoadedWorkspace): PreparedConnection {
  const before = storedConnection(loaded, name).stored;
  const shown = connectionToEdit(loaded, name);
  const { env, headers, args, command, url, ...rest } = connection;
  const [variables, fields] = [
    splitKnown(env, shown.env, before.env),
    splitKnown(headers, shown.headers, before.headers),
  ];
  const prepared = typedConnection(
    {
      ...rest,
      ...(command === undefined ? {} : { command }),
      ...(url === undefined ? {} : { url }),
      ...(args === undefined ? {} : { args }),
      ...(env && { env: variables.other }),
      ...(headers && { headers: fields.other }),
    },
    name,
    loaded,
  );
  const { stored } = prepared;
  return {
    ...prepared,
    stored: {
      ...stored,
      ...(command !== undefined && command === shown.command && before.command !== undefined
        ? { command: before.command }
        : {}),
      ...(url !== undefined && url === shown.url && before.url !== undefined ? { url: before.url } : {}),
      ...(stored.args ? { args: withHidden(stored.args, shown.args, before.args) } : {}),
      ...(Object.keys(variables.known).length > 0 ? { env: { ...variables.known, ...stored.env } } : {}),
      ...(Object.keys(fields.known).length > 0 ? { headers: { ...fields.known, ...stored.headers } } : {}),
    },
  };
}

/** Arguments with what the file has for those that are still as they were shown, wherever they stand now. */
function withHidden(given: readonly string[], shown: readonly string[] = [], before: readonly string[] = []): string[] {
  const hidden = new Map(shown.flatMap((text, i) => (text === before[i] ? [] : [[text, before[i] ?? text]])));
  return given.map((argument) => hidden.get(argument) ?? argument);
}

/** The values that are as they were shown, with what the file has for them, and the others. */
function splitKnown(
  given: Readonly<Record<string, string>> = {},
  shown: Readonly<Record<string, string>> = {},
  before: Readonly<Record<string, string>> = {},
) {
  const isKnown = (key: string, value: string) => Object.hasOwn(shown, key) && shown[key] === value;
  const entries = Object.entries(given);
  return {
    known: Object.fromEntries(
      entries.flatMap(([key, value]) => (isKnown(key, value) ? [[key, before[key] ?? value]] : [])),
    ),
    other: Object.fromEntries(entries.filter(([key, value]) => !isKnown(key, value))),
  };
}
