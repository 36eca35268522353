import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { type ClientId, type ConfigScope, clientTitles } from '#shared/domain/discovered-config.ts';
import { PegboardError } from '#shared/errors.ts';
import type { ClientDefinition, Machine } from '../client-configs/client-definition.ts';
import { clients } from '../client-configs/clients/all.ts';
import { leavesProject, locationsOf } from '../client-configs/discover-configs.ts';
import type { EntryForm } from '../client-configs/entry-form.ts';
import type { Files } from '../files/files.ts';

/** Largest configuration that is changed, bytes. */
const maximumBytes = 16 * 1024 * 1024;

/** A client that Pegboard can be connected to. */
export interface WritableClient {
  readonly definition: ClientDefinition;
  readonly form: EntryForm;
}

/** Every client with a known form of an entry. */
export const writableClients: readonly WritableClient[] = clients.flatMap((definition) =>
  definition.entry ? [{ definition, form: definition.entry }] : [],
);

/** A client's file as it is now. */
export interface ClientFile extends WritableClient {
  readonly scope: ConfigScope;
  readonly path: string;
  /** With its byte-order mark; null where there is no file. */
  readonly text: string | null;
  readonly hash: string | null;
}

export interface PlaceOptions {
  readonly machine: Machine;
  readonly files: Files;
  /** Folder of the scope `project`. */
  readonly project: string | null;
}

/** The paths of a client's files that entries are written to, of both scopes. */
export function placesOf({ definition, form }: WritableClient, { machine, project }: PlaceOptions) {
  return locationsOf(definition, { machine, project }).filter(({ path }) => form.file?.test(path) ?? true);
}

/**
 * The file of a client: of several places the first that is there, else the first whose folder is, else the first. Errors: `usage` for a
 * client without a place of that scope; `not_a_file`, `file_too_large`, `file_unreadable`.
 */
export async function findClientFile(
  { client, scope }: { readonly client: ClientId; readonly scope: ConfigScope },
  options: PlaceOptions,
): Promise<ClientFile> {
  const { files, project, machine } = options;
  const known = writableClients.find(({ definition }) => definition.client === client);
  const paths = known ? placesOf(known, options).flatMap((place) => (place.scope === scope ? [place.path] : [])) : [];
  const there = await firstOf(paths, (path) => files.exists(path));
  const path = there ?? (await firstOf(paths, (one) => files.isDirectory(dirname(one)))) ?? paths[0];
  if (!known || path === undefined) {
    throw new PegboardError(
      'usage',
      known ? `${clientTitles[client]} has no ${scope} configuration.` : 'No program uses this form of configuration.',
      { hint: known ? 'Connect it for the user: leave --project out.' : 'Name a client: pegboard connect lists them.' },
    );
  }
  if (scope === 'project' && project !== null && (await leavesProject(project, path, { files, machine }))) {
    throw notPlain(path, 'leads out of the project through a link');
  }
  return readClientFile({ ...known, scope, path }, files);
}

/** The file as it is now. Errors: those of reading. */
export async function readClientFile(place: Omit<ClientFile, 'text' | 'hash'>, files: Files): Promise<ClientFile> {
  const kind = (await files.look(place.path))?.kind;
  if (kind === 'link') throw notPlain(place.path, 'is a link; Pegboard does not write through links');
  if (kind === undefined) return { ...place, text: null, hash: null };
  const text = await files.readText(place.path, { maximumBytes, keepMark: true });
  return { ...place, text, hash: hashOf(text) };
}

/** Refuses a file that nobody may write: replacing it would go around that. Error: `folder_read_only`. */
export async function refuseReadOnly(path: string, files: Files): Promise<void> {
  if (!(await files.isReadOnly(path))) return;
  throw new PegboardError('folder_read_only', `${path} is read-only. It was not changed.`, {
    hint: 'Allow writing to the file, or add the entry where the file is generated.',
    data: { path },
  });
}

/** SHA-256 of the bytes of a text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function notPlain(path: string, what: string): PegboardError {
  return new PegboardError('not_a_file', `${path} ${what}.`, {
    hint: 'Add the entry to the file behind the link, or replace the link with the file itself.',
    data: { path },
  });
}

async function firstOf(
  paths: readonly string[],
  isRight: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const path of paths) if (await isRight(path)) return path;
  return undefined;
}
