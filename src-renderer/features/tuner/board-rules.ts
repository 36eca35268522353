import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { type Persona, personaDenial } from '#shared/domain/tool-policy.ts';
import { type BoardRules, hangPatterns, placeWithoutPatterns } from '#shared/domain/tuning/board.ts';
import { boardRules } from '#shared/domain/tuning/board-rules.ts';
import {
  matchPattern,
  type PatternMatches,
  type PatternWarning,
  patternWarnings,
} from '#shared/domain/tuning/pattern-matches.ts';
import { planMove } from '#shared/domain/tuning/plan-move.ts';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { remembered } from '../../state/remembered.ts';
import type { Selection } from '../../state/selection.ts';
import { chosenTools, type PlacedTool, type Side, type SideRow, sideRows } from './side-rows.ts';

/** A pattern that is being typed: a new one, or one of the list, by its index. */
export interface PatternDraft {
  readonly at: number | 'new';
  readonly text: string;
}

/** The state of the tuner for one workspace, kept until the user comes back to it. */
export interface TunerView {
  readonly draft: PatternDraft | null;
  readonly filter: string;
  /** The side whose chosen tools B and D move. */
  readonly side: Side;
  readonly selections: Readonly<Record<Side, Selection>>;
  /** Groups that are not as they are at first: closed on the board, open among the drawers. */
  readonly turned: Readonly<Record<Side, ReadonlySet<string>>>;
}

/** The list of patterns with what is being typed in its place. */
export function draftPatterns(patterns: readonly string[], draft: PatternDraft | null): readonly string[] {
  const text = draft?.text.trim() ?? '';
  if (draft === null || text === '') return patterns;
  return draft.at === 'new' ? [...patterns, text] : patterns.map((pattern, at) => (at === draft.at ? text : pattern));
}

const rulesOf = remembered(({ config }: { readonly config: WorkspaceConfig }) => boardRules(config));

/** Both sides as they are (`now`), and as they would be with the pattern that is being typed (`next`). */
export const placementOf = remembered(({ config, tools, persona, draft }: PlacementFacts): Placement => {
  const rules = rulesOf({ config });
  const patterns = rules.tool_search.always_loaded_patterns;
  const drafted = draftPatterns(patterns, draft);
  const { base, now } = savedPlacement({ rules, tools, persona });
  const typed = { ...rules.tool_search, always_loaded_patterns: drafted };
  const matches = drafted.map(matcherOf({ tools }));
  return {
    rules,
    now,
    next: drafted === patterns ? now : hangPatterns(base, typed),
    matches,
    warnings: patternWarnings(matches, rules),
  };
});

interface PlacementFacts {
  readonly config: WorkspaceConfig;
  readonly tools: readonly ToolSummary[];
  readonly persona: Persona | null;
  readonly draft: PatternDraft | null;
}

export interface Placement {
  readonly rules: BoardRules;
  readonly now: readonly PlacedTool[];
  readonly next: readonly PlacedTool[];
  /** What the patterns match as they are being typed. */
  readonly matches: readonly PatternMatches[];
  readonly warnings: readonly (readonly PatternWarning[])[];
}

const savedPlacement = remembered(
  ({ rules, tools, persona }: Pick<PlacementFacts, 'tools' | 'persona'> & Pick<Placement, 'rules'>) => {
    const seen = persona === null ? tools : tools.filter((tool) => personaDenial(tool, persona) === null);
    const base = placeWithoutPatterns(seen, rules);
    return { base, now: hangPatterns(base, rules.tool_search) };
  },
);

/** While one pattern is typed, the others match what they matched before. */
const matcherOf = remembered(({ tools }: Pick<PlacementFacts, 'tools'>) => {
  const matches = new Map<string, PatternMatches>();
  return (pattern: string): PatternMatches => {
    const match = matches.get(pattern) ?? matchPattern(pattern, tools);
    // Every text on the way to a pattern is one.
    if (matches.size > 500) matches.clear();
    matches.set(pattern, match);
    return match;
  };
});

/** The lines of both sides, as the filter and the groups that were turned leave them. */
export const rowsOf = remembered(
  ({ next, tokens, filter, turned }: RowFacts): Readonly<Record<Side, readonly SideRow[]>> => ({
    board: sideRows(next, { side: 'board', filter, turned: turned.board, tokens }),
    drawers: sideRows(next, { side: 'drawers', filter, turned: turned.drawers, tokens }),
  }),
);

type RowFacts = Pick<Placement, 'next'> & Pick<TunerView, 'filter' | 'turned'> & { readonly tokens: ToolTokens };

/** The tools that are chosen on the side of the view, and what moving them would write; no plan where none is chosen. */
export const moveOf = remembered(({ tools, rules, rows, selections, side }: MoveFacts) => {
  const chosen = chosenTools(rows[side], selections[side]);
  const plan = chosen.size === 0 ? null : planMove(tools, rules, { chosen, to: otherMode(side) });
  return { chosen, plan };
});

type MoveFacts = Pick<Placement, 'rules'> &
  Pick<PlacementFacts, 'tools'> &
  Pick<TunerView, 'selections' | 'side'> & { readonly rows: ReturnType<typeof rowsOf> };

export const otherMode = (side: Side) => (side === 'board' ? 'deferred' : 'always');
