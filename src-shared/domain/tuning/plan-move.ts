import type { ConfigChange } from '../config-edit.ts';
import { compileGlob } from '../glob.ts';
import type { LoadingMode } from '../loading-mode.ts';
import { type BoardRules, type BoardTool, placeTools } from './board.ts';
import { coverNames } from './cover-names.ts';

/** What moving tools between the board and the drawers writes. Nothing else on either side moves. */
export interface MovePlan {
  readonly to: LoadingMode;
  /** Names of the tools that change sides; those of the chosen that are there already are not among them. */
  readonly moved: readonly string[];
  /** Why nothing can be moved; null when it can. */
  readonly refused: 'search_off' | 'nothing_to_move' | 'shared_pattern' | 'too_many' | null;
  readonly added: readonly string[];
  /** Patterns that kept a moved tool on the board, and go. What `added` has keeps the others of theirs there. */
  readonly removed: readonly string[];
  /** Tools whose overlay gets this mode, and tools whose overlay loses its mode since a pattern decides. */
  readonly declared: readonly string[];
  readonly undeclared: readonly string[];
  readonly changes: readonly ConfigChange[];
}

export const patternsPath = ['tool_search', 'always_loaded_patterns'];

/** Fields that one edit of the configuration can change, less the patterns. */
const mostDeclared = 9_999;

/**
 * The smallest change that puts the chosen tools on the board or into drawers, and moves no other tool: patterns that match
 * nothing but chosen tools; an overlay's `loading_mode` where the tool has one already, or where no pattern can say it. Towards
 * the drawers, patterns that keep a chosen tool on the board go, and narrower ones keep the rest of theirs (R19.11).
 */
export function planMove(
  tools: readonly BoardTool[],
  rules: BoardRules,
  { chosen, to }: { readonly chosen: ReadonlySet<string>; readonly to: LoadingMode },
): MovePlan {
  if (!rules.tool_search.enabled) return refusal(to, 'search_off');
  const moving = placeTools(tools, rules)
    .filter(({ tool, mode }) => chosen.has(tool.name) && mode !== to)
    .map(({ tool }) => tool);
  if (moving.length === 0) return refusal(to, 'nothing_to_move');
  const parts = to === 'always' ? toBoard(tools, rules, { moving, chosen }) : toDrawers(tools, rules, moving);
  if (parts === null) return refusal(to, 'shared_pattern');
  if (parts.declared.length > mostDeclared) return refusal(to, 'too_many');
  const { patterns, added, removed, declared, undeclared } = parts;
  return {
    to,
    moved: moving.map(({ name }) => name),
    refused: null,
    added,
    removed,
    declared,
    undeclared,
    changes: [
      ...(added.length + removed.length > 0 ? [{ path: patternsPath, value: [...patterns] }] : []),
      ...declared.map((name) => ({ path: overlayPath(name), value: to })),
      ...undeclared.map((name) => ({ path: overlayPath(name) })),
    ],
  };
}

interface Parts extends Pick<MovePlan, 'added' | 'removed' | 'declared' | 'undeclared'> {
  /** The whole list as it will be. */
  readonly patterns: readonly string[];
}

function toBoard(
  tools: readonly BoardTool[],
  { tool_search, overlays }: BoardRules,
  { moving, chosen }: { readonly moving: readonly BoardTool[]; readonly chosen: ReadonlySet<string> },
): Parts {
  const names = moving.map(({ name }) => name);
  const covered = coverNames(
    names.filter((name) => !overlays.has(name)),
    namesWithout(tools, chosen),
  );
  const { patterns: added, left } = covered;
  const matchers = added.map(compileGlob);
  const isCovered = (name: string) => matchers.some((matches) => matches(name));
  const withOverlay = names.filter((name) => overlays.has(name));
  return {
    patterns: [...tool_search.always_loaded_patterns, ...added],
    added,
    removed: [],
    declared: [...left, ...withOverlay.filter((name) => !isCovered(name))],
    // Beside a pattern it would say the opposite of what holds.
    undeclared: withOverlay.filter(isCovered),
  };
}

function toDrawers(tools: readonly BoardTool[], rules: BoardRules, moving: readonly BoardTool[]): Parts | null {
  const patterns = rules.tool_search.always_loaded_patterns;
  const compiled = patterns.map((pattern) => ({ pattern, matches: compileGlob(pattern) }));
  const inTheWay = compiled.filter(({ matches }) => moving.some(({ name }) => matches(name)));
  const removed = inTheWay.map(({ pattern }) => pattern);
  const kept = patterns.filter((pattern) => !removed.includes(pattern));
  const without = placeTools(tools, {
    ...rules,
    tool_search: { ...rules.tool_search, always_loaded_patterns: kept },
  });
  const movingNames = new Set(moving.map(({ name }) => name));
  const fallen = without
    .filter(({ tool: { name }, mode }) => mode === 'deferred' && !movingNames.has(name))
    .map(({ tool }) => tool.name)
    .filter((name) => inTheWay.some(({ matches }) => matches(name)));
  const { patterns: added, left } = coverNames(fallen, namesWithout(tools, new Set(fallen)));
  // A name with a star in it, which no pattern keeps on the board alone.
  if (left.length > 0) return null;
  const first = patterns.indexOf(removed[0] ?? '');
  const next = removed.length === 0 ? kept : insertAt(kept, keptBefore(patterns, removed, first), added);
  const stillUp = without.filter(({ tool, mode }) => mode === 'always' && movingNames.has(tool.name));
  return { patterns: next, added, removed, declared: stillUp.map(({ tool }) => tool.name), undeclared: [] };
}

function keptBefore(patterns: readonly string[], removed: readonly string[], index: number): number {
  return patterns.slice(0, index).filter((pattern) => !removed.includes(pattern)).length;
}

function insertAt(list: readonly string[], index: number, values: readonly string[]): readonly string[] {
  return [...list.slice(0, index), ...values, ...list.slice(index)];
}

function namesWithout(tools: readonly BoardTool[], names: ReadonlySet<string>): string[] {
  return tools.map(({ name }) => name).filter((name) => !names.has(name));
}

function overlayPath(name: string): string[] {
  return ['overlays', name, 'loading_mode'];
}

function refusal(to: LoadingMode, refused: MovePlan['refused']): MovePlan {
  return { to, moved: [], refused, added: [], removed: [], declared: [], undeclared: [], changes: [] };
}
