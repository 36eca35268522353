import type { PluginFormId } from '#shared/domain/plugin-forms.ts';
import type { PluginLoss, PluginMetadata, PluginServer } from './plugin-bundle.ts';
import type { PluginFields } from './plugin-fields.ts';

/** A document of a form as JSON, and what the form cannot say. */
export interface WrittenDocument {
  readonly document: Readonly<Record<string, unknown>>;
  readonly losses: readonly PluginLoss[];
}

/** A server as a form writes it; null where the form has no words for it, and a loss says why. */
export interface WrittenServer {
  readonly entry: Readonly<Record<string, unknown>> | null;
  readonly losses: readonly PluginLoss[];
}

/**
 * One form of a plugin. A new form is a file in `forms/`, a line in `forms/all.ts`, its title in `pluginForms`, and a bundle in
 * `tests/fixtures/plugins`. A form touches no file: it is given values and returns values.
 */
export interface PluginForm {
  readonly id: PluginFormId;
  /** Path of the manifest in the folder of the plugin. */
  readonly manifestPath: string;
  /** Path of the servers, unless the manifest names others. */
  readonly serversPath: string;
  /** Path of a catalog of plugins of this form in a folder that holds several; null where the form has none. */
  readonly marketplacePath: string | null;
  /** Whether the manifest may name other places for skills and servers, or hold the servers. */
  readonly namesPlaces: boolean;
  /** Whether the file of servers may be the map of servers itself. */
  readonly bareServers: boolean;
  /** Variables that its clients give to each server that they start: the folder of the plugin, and that for its data. */
  readonly ownVariables: { readonly root: string; readonly data: string } | null;
  /** Other parts of a plugin by their path, which Pegboard does not read. */
  readonly otherParts: readonly string[];
  /** The metadata of a manifest; null where nothing of the plugin may be used. */
  readMetadata(fields: PluginFields): PluginMetadata | null;
  /** Checks the keys beside the servers; false where no server may be used. */
  readServersHead(fields: PluginFields): boolean;
  /** One server; null where it is not valid. */
  readServer(name: string, fields: PluginFields): PluginServer | null;
  writeManifest(
    metadata: PluginMetadata,
    parts: { readonly skills: boolean; readonly servers: boolean },
  ): WrittenDocument;
  writeServer(server: PluginServer): WrittenServer;
  /** The file around the servers. */
  serversDocument(servers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** A catalog of one plugin that lies at `path`, which begins with `./`. */
  marketplace(name: string, metadata: PluginMetadata, path: string): Readonly<Record<string, unknown>>;
}
