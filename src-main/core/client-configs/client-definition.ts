import type { ClientId, ConfigScope, DiscoveredServer } from '#shared/domain/discovered-config.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { EntryForm } from './entry-form.ts';

/** The computer that configurations are looked for on. Injected, so that every platform is tested on any. */
export interface Machine {
  readonly platform: 'darwin' | 'win32' | 'linux';
  /** The user's home directory. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One place where a client keeps a configuration. */
export interface ConfigLocation {
  readonly scope: ConfigScope;
  readonly path: string;
}

/** What a configuration's `envFile` gives: its variables, or why it gives none. */
export type EnvFile = { readonly values: Readonly<Record<string, string>> } | { readonly problem: string };

/** What a reader knows of the file it reads. */
export interface ReadContext {
  readonly path: string;
  readonly scope: ConfigScope;
  /** Folder of the project in question; null when a file is read by itself. */
  readonly project: string | null;
  /** The platform that servers would start on; undefined where it is not known. */
  readonly platform?: Machine['platform'] | undefined;
  /** The file of variables that a server names; undefined where files cannot be read. */
  readonly envFile?: ((path: string) => EnvFile | undefined) | undefined;
}

/** What a configuration says about a variable. */
export interface VariableNote {
  /** For people, such as the text of a VS Code input. */
  readonly description?: string | undefined;
  /** Whether the client hides its value while it is typed; undefined where the configuration does not say. */
  readonly secret?: boolean | undefined;
}

/** The content of a file: servers without their secrets, and everything that was wrong or not understood. */
export interface ReadConfig {
  readonly servers: readonly DiscoveredServer[];
  readonly findings: readonly Finding[];
  /**
   * The values that the file itself has for the references of each server, by variable. They stay in memory: they are in no
   * answer, no log and no file.
   */
  readonly values: ReadonlyMap<DiscoveredServer, Readonly<Record<string, string>>>;
  /** Notes by variable. */
  readonly notes: ReadonlyMap<string, VariableNote>;
}

/** A file without a server, and why. */
export function noServers(findings: readonly Finding[] = []): ReadConfig {
  return { servers: [], findings, values: new Map(), notes: new Map() };
}

/** The results of several parts of one file, merged. */
export function joinedConfigs(parts: readonly ReadConfig[]): ReadConfig {
  return {
    servers: parts.flatMap(({ servers }) => servers),
    findings: parts.flatMap(({ findings }) => findings),
    values: new Map(parts.flatMap(({ values }) => [...values])),
    notes: new Map(parts.flatMap(({ notes }) => [...notes])),
  };
}

/** One client: where its configuration is, how it is read and how an entry is written. None of them touches the world. */
export interface ClientDefinition {
  readonly client: ClientId;
  /** The path of a file that surely belongs to this client; null when no name shows that. */
  readonly fileName: RegExp | null;
  /** Places for everything the user does. */
  userLocations(machine: Machine): readonly string[];
  /** Places below a project's folder, with `/`. */
  readonly projectLocations: readonly string[];
  read(text: string, context: ReadContext): ReadConfig;
  /** How a server is written; null for a form that belongs to no program. */
  readonly entry: EntryForm | null;
}
