import { dirname, join } from 'node:path';
import type {
  ConnectApply,
  ConnectableClient,
  ConnectPlan,
  ConnectRequest,
  ConnectResult,
  DisconnectInput,
  DisconnectResult,
} from '#shared/domain/connect.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { Machine } from '../client-configs/client-definition.ts';
import { editServers, serversIn } from '../client-configs/edit-servers.ts';
import { servedEntry } from '../client-configs/served-entry.ts';
import { withLock } from '../db/workspace-lock.ts';
import type { Files } from '../files/files.ts';
import { wholePath } from '../files/whole-path.ts';
import type { Logger } from '../logger.ts';
import type { Services } from '../services.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import {
  type ClientFile,
  findClientFile,
  hashOf,
  type PlaceOptions,
  placesOf,
  readClientFile,
  refuseReadOnly,
  writableClients,
} from './client-file.ts';
import { ConnectRecords, type KeptRecord, recordId } from './connect-records.ts';
import { disconnection } from './disconnection.ts';
import { otherOwner } from './entry-owner.ts';
import { launchCommand, type PegboardProgram } from './launch-command.ts';
import { pegboardEntry } from './pegboard-entry.ts';
import { shownChange } from './shown-change.ts';

export interface ConnectOptions {
  readonly session: WorkspaceSession;
  readonly userDataDir: string;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The computer with the clients to connect; without it no client can be connected. */
  readonly machine?: Machine | undefined;
  readonly program?: PegboardProgram | undefined;
}

type ConnectArea = Services['connect'];

/** A planned change with the texts that stay in the core. */
interface Planned {
  readonly file: ClientFile;
  readonly name: string;
  readonly text: string;
  readonly plan: ConnectPlan;
}

/** Puts the entry of Pegboard into the configurations of MCP clients, and takes it out again. */
export class ConnectService implements ConnectArea {
  readonly #options: ConnectOptions;
  readonly #records: ConnectRecords;

  constructor(options: ConnectOptions) {
    this.#options = options;
    this.#records = new ConnectRecords(options);
  }

  /** Every place that is there, and the first one of each client that has none. Error: `usage`. */
  async clients({ project }: { project?: string | undefined }): Promise<readonly ConnectableClient[]> {
    if (!this.#options.machine) return [];
    const where = this.#where(project);
    const found: ConnectableClient[] = [];
    for (const one of writableClients) {
      const states = await Promise.all(
        placesOf(one, where).map((place) => clientState({ ...one, ...place }, where.files)),
      );
      const there = states.filter((state) => state.found);
      const missing = states.filter((state) => state.scope === 'user').slice(0, 1);
      found.push(...(there.some((state) => state.scope === 'user') ? there : [...missing, ...there]));
    }
    return found;
  }

  async plan(request: ConnectRequest): Promise<ConnectPlan> {
    return (await this.#plan(request)).plan;
  }

  /** One process after the other; the file is read again, and once more before it is replaced. */
  async apply({ request, before, after }: ConnectApply): Promise<ConnectResult> {
    return this.#inTurn(async () => {
      const planned = await this.#plan(request);
      const { file, name, plan, text } = planned;
      if (plan.before !== before || plan.after !== after) throw changed(file.path);
      if (!plan.changes) return { path: file.path, name, written: false, backup: null };
      const record = await this.#keepRecord(planned, request);
      await this.#write(file, text);
      return {
        path: file.path,
        name,
        written: true,
        backup: before === null ? null : this.#records.backupOf(record),
      };
    });
  }

  async undo(input: DisconnectInput): Promise<DisconnectResult> {
    return this.#inTurn(async () => {
      const file = await findClientFile(input, this.#where(input.project));
      const name = input.name ?? (await this.#onlyName(file.path));
      const workspace = servedEntry(name, serversIn(file.text ?? '', file)[name])?.workspace ?? null;
      const records = (await this.#records.of(file.path)).filter((one) => one.name === name);
      const record = records.find((one) => one.workspace === workspace) ?? records[0] ?? null;
      const backup = record === null ? null : await this.#backupText(record);
      const { how, text, put_back, again } = disconnection({ file, name, record, backup });
      const diff = how === 'nothing' ? '' : shownChange(file, text);
      const isKept = backup !== null && how !== 'restored' && file.hash !== record?.before;
      const result = {
        ...{ client: input.client, scope: input.scope, path: file.path, name, how, diff, put_back, again },
        workspace: workspace ?? record?.workspace ?? null,
        backup: record !== null && isKept ? this.#records.backupOf(record) : null,
      };
      if (!input.apply) return { ...result, written: false };
      if (how !== 'nothing') await this.#write(file, text);
      if (text === null)
        for (const folder of record?.folders ?? []) await this.#options.files.removeEmptyFolder(folder);
      if (record) await this.#records.forget(record, { keepBackup: isKept });
      return { ...result, written: how !== 'nothing' };
    });
  }

  async #plan(request: ConnectRequest): Promise<Planned> {
    const { session, machine, program, files, env, userDataDir } = this.#options;
    const { root, file: workspace } = session.current().loaded;
    const { persona, mode, scope, client, take_over } = request;
    const { personas, gateway } = workspace.config;
    if (persona !== undefined && personas.every((one) => one.name !== persona))
      throw unknownPersona(
        persona,
        personas.map((one) => one.name),
      );
    const file = await findClientFile(request, this.#where(request.project));
    await refuseReadOnly(file.path, files);
    const name = request.name ?? gateway.server_name;
    const there = serversIn(file.text ?? '', file);
    refuseUnknown(take_over, there, { path: file.path, name });
    // Consents and kept values are in the user's own folder: the client's Pegboard needs the same one.
    const home: Record<string, string> = env.PEGBOARD_HOME ? { PEGBOARD_HOME: userDataDir } : {};
    const known =
      program && machine
        ? await launchCommand({ program, machine, files })
        : { command: 'pegboard', args: [], env: {} };
    const launch = { ...known, env: { ...known.env, ...home } };
    const replaces = otherOwner(there[name], root);
    const own = name === gateway.server_name ? undefined : name;
    const entry = pegboardEntry({
      ...{ form: file.form, launch, workspace: root, persona, mode },
      // What a user added to the entry of another workspace belongs to that one.
      ...{ name: own, there: replaces === null ? there[name] : undefined },
    });
    const text = editServers(file.text ?? '', { remove: take_over, set: { [name]: entry } }, file);
    const changes = text !== file.text;
    const plan = {
      client,
      scope,
      path: file.path,
      name,
      changes,
      replaces,
      diff: shownChange(file, text),
      before: file.hash,
      after: hashOf(text),
    };
    return { file, name, text, plan };
  }

  /** Keeps what taking back needs, before the file is written: a process may end in between. */
  async #keepRecord({ file, name, plan }: Planned, { take_over }: ConnectRequest): Promise<KeptRecord> {
    const { files, session, now } = this.#options;
    const { path, hash, text } = file;
    const { root: workspace } = session.current().loaded;
    const known = await this.#records.of(path);
    const earlier = known.find((one) => one.name === name && one.workspace === workspace) ?? null;
    const isThere = serversIn(text ?? '', file)[name] !== undefined;
    const goesOn = earlier?.restores === true && hash !== null && earlier.after.includes(hash);
    const wasOurs = earlier !== null && hash !== earlier.before && plan.replaces === null && isThere;
    const record: KeptRecord = {
      ...{ version: 1, path, name, workspace, id: earlier?.id ?? recordId({ path, name, workspace }) },
      before: goesOn ? earlier.before : hash,
      after: [...(goesOn ? earlier.after : []), plan.after].slice(-100),
      restores: goesOn || !wasOurs,
      folders: goesOn ? earlier.folders : await missingFolders(dirname(path), files),
      taken: [...(goesOn ? earlier.taken : []), ...take_over],
      connected_at: new Date(now()).toISOString(),
    };
    await this.#records.keep(record, goesOn ? null : text);
    return record;
  }

  async #backupText(record: KeptRecord): Promise<string | null> {
    const { files } = this.#options;
    const path = this.#records.backupOf(record);
    return record.before === null || !(await files.exists(path)) ? null : files.readText(path, { keepMark: true });
  }

  /** Replaces or removes the file, unless somebody wrote it since it was read. Errors: `file_changed`, those of writing. */
  async #write(file: ClientFile, text: string | null): Promise<void> {
    const { files } = this.#options;
    await refuseReadOnly(file.path, files);
    const check = async () => {
      if ((await readClientFile(file, files)).hash !== file.hash) throw changed(file.path);
    };
    if (text === null) {
      await check();
      return files.removeFile(file.path);
    }
    await files.removeStrays(dirname(file.path), { deep: false });
    await files.writeAll([{ path: file.path, text }], { onReady: check });
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#options.files.makeFolder(this.#records.folder);
    return withLock(join(this.#records.folder, 'lock.db'), work);
  }

  async #onlyName(path: string): Promise<string> {
    const names = [...new Set((await this.#records.of(path)).map(({ name }) => name))];
    if (names.length > 1) {
      throw new PegboardError('usage', `${path} has several entries of Pegboard: ${names.join(', ')}.`, {
        hint: 'Choose one with --name.',
        data: { names },
      });
    }
    return names[0] ?? this.#options.session.loaded()?.file.config.gateway.server_name ?? 'pegboard';
  }

  #where(project: string | undefined): PlaceOptions {
    const { machine, files, session } = this.#options;
    if (!machine) throw new PegboardError('usage', 'This host cannot look for the clients of this computer.');
    return { machine, files, project: project === undefined ? (session.loaded()?.root ?? null) : wholePath(project) };
  }
}

async function clientState(place: Omit<ClientFile, 'text' | 'hash'>, files: Files): Promise<ConnectableClient> {
  const { definition, scope, path } = place;
  const state = {
    client: definition.client,
    scope,
    path,
    found: await files.exists(path),
    servers: [],
    connections: [],
    findings: [],
  };
  try {
    const file = await readClientFile(place, files);
    const entries = Object.entries(serversIn(file.text ?? '', file));
    const connections = entries.flatMap(([name, entry]) => servedEntry(name, entry) ?? []);
    const names = new Set(connections.map(({ name }) => name));
    return { ...state, connections, servers: entries.flatMap(([name]) => (names.has(name) ? [] : [name])) };
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    const { code, message, hint } = error;
    return { ...state, findings: [{ code, severity: 'error', message, path, ...(hint ? { hint } : {}) }] };
  }
}

async function missingFolders(folder: string, files: Files): Promise<string[]> {
  if (dirname(folder) === folder || (await files.exists(folder))) return [];
  return [folder, ...(await missingFolders(dirname(folder), files))];
}

function refuseUnknown(
  taken: readonly string[],
  there: Readonly<Record<string, unknown>>,
  { path, name }: { path: string; name: string },
): void {
  const stray = taken.find((one) => !Object.hasOwn(there, one) || one === name);
  if (stray === undefined) return;
  throw new PegboardError('usage', `${path} has no server "${stray}" to take over.`, {
    hint: 'Look at the file, or run it again without that server.',
    data: { path, server: stray },
  });
}

function unknownPersona(persona: string, known: readonly string[]): PegboardError {
  return new PegboardError('unknown_persona', `The workspace has no persona "${persona}".`, {
    hint: known.length === 0 ? 'It has none; leave the persona out.' : `It has ${known.slice(0, 20).join(', ')}.`,
    data: { persona },
  });
}

function changed(path: string): PegboardError {
  return new PegboardError('file_changed', `${path} changed since its change was shown. It was not written.`, {
    hint: 'Look at the change again, and then write it.',
    data: { path },
  });
}
