import { builtinTools, reservedToolNames } from '#shared/domain/builtin-tools.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { createNameGate, type NameGate } from '../../catalog/name-gate.ts';
import { NamesInText } from '../../catalog/names-in-text.ts';

/** Keeps the names of tools that a reader may not use, and of skills that it may not see, out of texts of skills (R11.12–R11.17). */
export interface ToolGate {
  /** The text with general guidance in place of each such name. */
  text(text: string): string;
  /** Whether the text holds one of the names. */
  mentions(text: string): boolean;
  /** Whether the text holds one of a tool. */
  mentionsTool(text: string): boolean;
  /** The gate that keeps the names of `hidden` skills out too, for a reader who sees the `visible` ones. */
  without(hidden: Iterable<string>, visible: Iterable<string>): ToolGate;
  /** Names in the text that the reader may not know. For the author of the text, never for a model. */
  deniedIn(text: string): string[];
  /** Permitted tools that the text names and that wait to be found, in the order of the text. */
  deferredIn(text: string): string[];
}

/**
 * The gate of a run for skills: what a tool's texts may not name (`gate`), a skill's may not either. `discovery` are the names of
 * the discovery tools that the reader has, search first; those it has not cannot be used, so no skill tells of them.
 */
export function createToolGate(
  gate: NameGate,
  { tools, discovery }: { readonly tools: ReadonlyMap<string, CatalogTool>; readonly discovery: readonly string[] },
): ToolGate {
  const missing = builtinTools.map(({ name }) => name).filter((name) => !discovery.includes(name));
  const names = missing.length === 0 ? gate : createNameGate(new Set([...gate.forbidden, ...missing]), tools.keys());
  return gateOf(names, names, { tools, discovery });
}

/** Also hides names of skills that no visible tool or skill has, compared without case. */
function skillGate(
  tool: NameGate,
  what: Parameters<typeof createToolGate>[1],
  [hidden, visible]: readonly [Iterable<string>, Iterable<string>],
): ToolGate {
  const stays = [...visible, ...what.tools.keys(), ...[...what.tools.values()].flatMap(({ aliases }) => aliases)];
  const kept = new Set([...stays, ...reservedToolNames].map((name) => name.toLowerCase()));
  const skills = [...hidden].filter((name) => !kept.has(name.toLowerCase()));
  if (skills.length === 0) return gateOf(tool, tool, what);
  return gateOf(createNameGate(new Set([...tool.forbidden, ...skills]), stays), tool, what);
}

/** `names` are those of tools and of skills, `tool` those of tools alone. */
function gateOf(names: NameGate, tool: NameGate, what: Parameters<typeof createToolGate>[1]): ToolGate {
  const { tools, discovery } = what;
  const [search] = discovery;
  const guidance = search ? `a suitable tool (use ${search} for the needed capability)` : 'a suitable tool';
  const deferred = new Map(
    [...tools.values()]
      .filter(({ mode }) => mode === 'deferred')
      .flatMap(({ name, aliases }) => [...aliases, name].map((spelled) => [spelled, name])),
  );
  const deferredNames = new NamesInText(deferred.keys());
  return {
    text: (text) => names.text(text, (name) => (tool.forbidden.has(name) ? guidance : 'another skill')),
    mentions: (text) => names.mentions(text),
    mentionsTool: (text) => tool.mentions(text),
    without: (hidden, visible) => skillGate(tool, what, [hidden, visible]),
    deniedIn: (text) => names.namedIn(text),
    deferredIn: (text) => {
      const found = new Set<string>();
      deferredNames.replace(text, (spelled) => {
        found.add(deferred.get(spelled) ?? spelled);
        return null;
      });
      return [...found];
    },
  };
}
