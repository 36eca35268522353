import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { keysOfName } from './name-spellings.ts';
import { NamesInText } from './names-in-text.ts';

/** Takes names that a reader may not know out of texts that it will read (R5.06, R11.12). */
export interface NameGate {
  readonly forbidden: ReadonlySet<string>;
  /** The text with general words in place of each such name, the same for all or by name. */
  text(text: string, instead?: string | ((name: string) => string)): string;
  /** Whether the text holds one of the names. */
  mentions(text: string): boolean;
  /** The names that the text holds, each once, in its order. */
  namedIn(text: string): string[];
  /** The same with the first spelling of each in the text. */
  spelledIn(text: string): ReadonlyMap<string, string>;
}

/** A gate for names, however they are spelled; `permitted` names stay whole where a forbidden one is a part of them. */
export function createNameGate(forbidden: ReadonlySet<string>, permitted: Iterable<string> = []): NameGate {
  const kept = [...permitted, ...reservedToolNames].filter((name) => !forbidden.has(name));
  const names = new NamesInText(forbidden, kept);
  const text: NameGate['text'] = (given, instead = 'another tool') =>
    forbidden.size === 0
      ? given
      : names.replace(given, (name) => {
          if (!forbidden.has(name)) return null;
          return typeof instead === 'string' ? instead : instead(name);
        });
  const spelledIn: NameGate['spelledIn'] = (given) => {
    const found = new Map<string, string>();
    names.replace(given, (name, written) => {
      if (forbidden.has(name) && !found.has(name)) found.set(name, written);
      return null;
    });
    return found;
  };
  const mentions = (given: string) => text(given) !== given;
  return { forbidden, text, mentions, spelledIn, namedIn: (given) => [...spelledIn(given).keys()] };
}

/**
 * The names that one who may use the `permitted` tools must not read: those of all other tools, aliases and `forbiddenOwnNames`
 * included, and those that a policy denies and no tool has now, as when a source is off. What a permitted tool or one of ours is
 * called stays.
 */
export function forbiddenNames(
  catalog: readonly CatalogTool[],
  permitted: { has(name: string): boolean; keys(): Iterable<string> },
  denied: readonly string[],
): Set<string> {
  const forbidden = new Set([...denied, ...forbiddenOwnNames(catalog, permitted)]);
  for (const tool of catalog) {
    if (permitted.has(tool.name)) continue;
    forbidden.add(tool.name);
    for (const alias of tool.aliases) forbidden.add(alias);
  }
  for (const name of [...permitted.keys(), ...reservedToolNames]) forbidden.delete(name);
  return forbidden;
}

/** Whether a name cannot be a word of a language: it has a mark, a digit or a capital inside. */
export function isIdentifier(name: string): boolean {
  return /[\p{L}\p{N}][_.\-/:\p{N}]|\p{Ll}\p{Lu}/u.test(name);
}

/**
 * What the sources of all other tools call them, since a server's texts name its tools without the source. A name that is a plain word
 * (`search`), or that a permitted tool has too, is left out: the texts of other servers use it in another meaning.
 */
export function forbiddenOwnNames(
  catalog: readonly CatalogTool[],
  permitted: { has(name: string): boolean },
): Set<string> {
  const known = new Set<string>();
  const own = new Set<string>();
  for (const { name, upstream_name, aliases } of catalog) {
    if (permitted.has(name)) for (const one of [upstream_name, ...aliases].flatMap(keysOfName)) known.add(one);
    else if (upstream_name !== name && isIdentifier(upstream_name)) own.add(upstream_name);
  }
  return new Set([...own].filter((name) => !keysOfName(name).some((key) => known.has(key))));
}
