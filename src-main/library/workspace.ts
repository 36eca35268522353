import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import type { LoadedWorkspace } from '#core/workspace/load-workspace.ts';
import { loadTidied } from '#core/workspace/pending-writes.ts';
import { withProfile } from '#core/workspace/with-config.ts';
import { PegboardError } from '#shared/errors.ts';
import type { CatalogTool, Finding, Settings } from './types.ts';

/** A workspace as its files said when it was opened. Open it again to see what changed. */
export interface Workspace extends AsyncDisposable {
  /** Its folder, in full. */
  readonly folder: string;
  /** All settings, those of the chosen profile included. */
  readonly settings: Settings;
  /** The tools that its policy lets run, sorted by name. */
  readonly tools: readonly CatalogTool[];
  /** The problems that were found: data, which does not stop the work. */
  readonly findings: readonly Finding[];
  /** The tool with a name; undefined when there is none, or when the policy denies it. */
  get(name: string): CatalogTool | undefined;
  /** Lets go of it. What was made of it, such as a search, stays open until it is closed itself. */
  close(): Promise<void>;
}

/** How a workspace is opened. */
export interface OpenWorkspaceOptions {
  /** Name of a profile to open it under. */
  readonly profile?: string | undefined;
}

/**
 * Opens the workspace in a folder, which holds a `pegboard.yaml`. It starts no server, watches nothing and changes nothing, but
 * for what a killed process left half done. Errors: `workspace_not_found`, `config_syntax`, `config_invalid`,
 * `tool_name_conflict`, `reserved_tool_name`, `unknown_profile`.
 */
export async function openWorkspace(folder: string, options: OpenWorkspaceOptions = {}): Promise<Workspace> {
  const read = await loadTidied(resolve(folder), nodeFiles);
  return new OpenedWorkspace(options.profile === undefined ? read : withProfile(read, options.profile));
}

/** The services of a workspace. Error: `usage` where it was closed, or `openWorkspace` did not make it. */
export function loadedOf(workspace: Workspace): LoadedWorkspace {
  if (workspace instanceof OpenedWorkspace) return workspace.loaded();
  throw new PegboardError('usage', 'Neither a list of tools nor an open workspace was given.', {
    hint: 'Give an array of tools, or what openWorkspace returned.',
  });
}

class OpenedWorkspace implements Workspace {
  readonly folder: string;
  readonly settings: Settings;
  readonly tools: readonly CatalogTool[];
  readonly findings: readonly Finding[];
  readonly #registry: LoadedWorkspace['registry'];
  #loaded: LoadedWorkspace | undefined;

  constructor(loaded: LoadedWorkspace) {
    this.folder = loaded.root;
    this.settings = loaded.file.config;
    this.tools = [...loaded.registry.values()];
    this.findings = loaded.findings;
    this.#registry = loaded.registry;
    this.#loaded = loaded;
  }

  get(name: string): CatalogTool | undefined {
    return this.#registry.get(name);
  }

  loaded(): LoadedWorkspace {
    if (this.#loaded) return this.#loaded;
    throw new PegboardError('usage', `The workspace ${this.folder} was closed.`, { hint: 'Open it again.' });
  }

  async close(): Promise<void> {
    this.#loaded = undefined;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
