import type { PluginFormId } from '#shared/domain/plugin-forms.ts';
import { forms } from './forms/all.ts';
import type { PluginBundle, PluginLoss } from './plugin-bundle.ts';

/** A plugin as files, with paths relative to its folder, and what its form cannot say. */
export interface WrittenPlugin {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly losses: readonly PluginLoss[];
  /** Names of the servers that are in it. */
  readonly servers: readonly string[];
}

/** A bundle in a form. The same bundle gives the same files; a server that the form has no words for is left out. */
export function writePlugin({ metadata, skills, servers }: PluginBundle, id: PluginFormId): WrittenPlugin {
  const form = forms[id];
  const entries: [string, unknown][] = [];
  const losses: PluginLoss[] = [];
  for (const server of servers) {
    const written = form.writeServer(server);
    losses.push(...written.losses);
    if (written.entry !== null) entries.push([server.name, written.entry]);
  }
  const manifest = form.writeManifest(metadata, { skills: skills.length > 0, servers: entries.length > 0 });
  const documents = [
    { path: form.manifestPath, text: textOf(manifest.document) },
    ...(entries.length > 0
      ? [{ path: form.serversPath, text: textOf(form.serversDocument(Object.fromEntries(entries))) }]
      : []),
  ];
  const texts = skills.flatMap(({ folder, files }) =>
    files.map(({ path, text }) => ({ path: `skills/${folder}/${path}`, text })),
  );
  return {
    files: [...documents, ...texts],
    losses: [...manifest.losses, ...losses],
    servers: entries.map(([name]) => name),
  };
}

/** JSON as people read it, the same for the same values. */
export function textOf(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
