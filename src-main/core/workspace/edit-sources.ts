import { isAlias, isMap } from 'yaml';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { Source } from '#shared/domain/source.ts';
import { PegboardError } from '#shared/errors.ts';
import { editYaml } from '#shared/text/edit-yaml.ts';
import { stretchOfItem, withItemLines } from '#shared/text/move-yaml.ts';
import type { JsonValue } from '#shared/text/write-value.ts';
import { parseWorkspaceFile, type WorkspaceFile } from './workspace-file.ts';

/** A source as `pegboard.yaml` writes it, key by key. */
type Entry = Readonly<Record<string, unknown>>;

/**
 * The text of `pegboard.yaml` with these sources added, or changed where one of the name is there. Only their own places
 * are touched. Error: `config_invalid` for a list that cannot be edited, such as an alias.
 */
export function editSources(file: WorkspaceFile, sources: readonly Source[]): string {
  const entries = [...entriesOf(file)];
  for (const { name, path, format, mcp } of sources) {
    const index = file.config.sources.findIndex((source) => source.name === name);
    const known = file.config.sources[index];
    if (!known) {
      entries.push({ name, path, format, ...(mcp && { mcp }) });
      continue;
    }
    entries[index] = {
      ...entries[index],
      ...(known.path !== path && { path }),
      ...(known.format !== format && { format }),
      ...(mcp && canonicalJson(mcp) !== canonicalJson(known.mcp) && { mcp }),
    };
  }
  return withEntries(file, entries);
}

/** The text of `pegboard.yaml` without one source; every other byte stays. Error: `config_invalid`. */
export function withoutSource(file: WorkspaceFile, index: number): string {
  const place = stretchOfItem(file.text, ['sources', index]);
  const text = place && file.text.slice(0, place.start) + file.text.slice(place.end);
  return checked(file, text, { ...file.config, sources: file.config.sources.filter((_, i) => i !== index) });
}

/** A source that was taken out, and where it stood. */
export interface RemovedEntry {
  /** What was removed, byte for byte. */
  readonly text: string;
  readonly entry: Entry;
  readonly source: Source;
  /** The sources before and behind it. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** What `withoutSource` takes out. */
export function removedEntry(file: WorkspaceFile, index: number): RemovedEntry | undefined {
  const { config, text } = file;
  const place = stretchOfItem(text, ['sources', index]);
  const [source, entry] = [config.sources[index], entriesOf(file)[index]];
  if (!source || !entry || !place) return undefined;
  const [previous, next] = [config.sources[index - 1]?.name, config.sources[index + 1]?.name];
  return { text: text.slice(place.start, place.end), entry, source, previous, next };
}

/**
 * The text with a removed source back: behind the one that it followed, else before the one that followed it, else at the
 * end. Its own lines come back as they were where the list is still a block. Error: `config_invalid`.
 */
export function withSourceBack(file: WorkspaceFile, removed: RemovedEntry): string {
  const { sources } = file.config;
  const indexOf = (name: string | undefined) => sources.findIndex((source) => source.name === name);
  const [previous, next] = [indexOf(removed.previous), indexOf(removed.next)];
  const at = previous >= 0 ? previous + 1 : next >= 0 ? next : sources.length;
  const text = withItemLines(file.text, ['sources', at], removed.text);
  if (text === null) return withEntries(file, [...entriesOf(file), removed.entry]);
  return checked(file, text, { ...file.config, sources: sources.toSpliced(at, 0, removed.source) });
}

/** The text with one source turned on or off. On is the default, so the key goes unless a comment is behind it. */
export function withSourceEnabled(file: WorkspaceFile, index: number, enabled: boolean): string {
  const entries = entriesOf(file);
  const { enabled: _, ...entry } = entries[index] ?? {};
  const set = () => withEntries(file, entries.with(index, { ...entries[index], enabled }));
  if (!enabled) return set();
  const without = withEntries(file, entries.with(index, entry));
  const comments = (text: string) => text.split('#').length;
  return comments(without) === comments(file.text) ? without : set();
}

function entriesOf({ document }: WorkspaceFile): readonly Entry[] {
  const { sources } = (document.toJS({ maxAliasCount: 100 }) ?? {}) as { sources?: readonly Entry[] | null };
  return sources ?? [];
}

function withEntries(file: WorkspaceFile, sources: readonly Entry[]): string {
  const { document, text } = file;
  const values = (document.toJS({ maxAliasCount: 100 }) ?? {}) as Record<string, JsonValue>;
  const isShared = isMap(document.contents) && isAlias(document.contents.get('sources', true));
  const edited = isShared ? null : editYaml(text, { ...values, sources: sources as JsonValue });
  return edited ?? refuse(file);
}

/** The edited text, which must say what was meant and nothing else. Error: `config_invalid`. */
function checked(file: WorkspaceFile, text: string | null, meant: WorkspaceConfig): string {
  try {
    if (text !== null && canonicalJson(parseWorkspaceFile(text, file.path).config) === canonicalJson(meant))
      return text;
  } catch {
    // Told below, with what the user can do.
  }
  return refuse(file);
}

function refuse({ path }: WorkspaceFile): never {
  throw new PegboardError('config_invalid', `${path}: the list under "sources" cannot be edited as it is written.`, {
    hint: 'Write it as a plain list, one "- name: …" below the other, without aliases.',
    data: { file: path },
  });
}
