import { describe, expect, it } from 'vitest';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import { planMove } from '#shared/domain/tuning/plan-move.ts';
import { draftPatterns } from '../../../src-renderer/features/tuner/board-rules.ts';
import { moveDone, moveWords } from '../../../src-renderer/features/tuner/move-labels.ts';
import { promptTokens } from '../../../src-renderer/features/tuner/prompt-cost.ts';
import {
  chosenTools,
  type PlacedTool,
  rowAfterMove,
  sideRows,
} from '../../../src-renderer/features/tuner/side-rows.ts';
import { toolTokens } from '../../../src-renderer/platform/tool-tokens.ts';
import { emptySelection } from '../../../src-renderer/state/selection.ts';

const placed = (name: string, mode: LoadingMode): PlacedTool => ({
  tool: { name, namespace: name.split('.')[0] ?? null, prompt_size: 5 } as ToolSummary,
  mode,
  reason: { rule: 'fallback', detail: '' },
});
const all = [
  placed('git.log', 'deferred'),
  placed('git.push', 'deferred'),
  placed('mail.send', 'deferred'),
  placed('mail.read', 'always'),
];
const tokens = toolTokens('estimate', null);
const drawers = (filter: string, turned: string[] = []) =>
  sideRows(all, { side: 'drawers', filter, turned: new Set(turned), tokens });
const keys = (rows: ReturnType<typeof drawers>) => rows.map(({ key }) => key);
const choose = (...names: string[]) => ({ ...emptySelection, names: new Set(names) });

describe('the sides of the tuner', () => {
  it('are namespaces, closed among the drawers until they are turned or filtered, open on the board', () => {
    expect(keys(drawers(''))).toEqual(['group git', 'group mail']);
    expect(keys(drawers('', ['git']))).toEqual(['group git', 'tool git.log', 'tool git.push', 'group mail']);
    expect(keys(drawers('PU'))).toEqual(['group git', 'tool git.push']);
    const board = sideRows(all, { side: 'board', filter: '', turned: new Set(), tokens });
    expect(keys(board)).toEqual(['group mail', 'tool mail.read']);
  });

  it('show what each tool costs, and each namespace by a sum that is rounded once', () => {
    const costs = drawers('', ['git']).map((row) => row.tokens);
    expect(costs).toEqual([3, 2, 2, 2]);
    const uncounted = {
      side: 'drawers',
      filter: '',
      turned: new Set<string>(),
      tokens: toolTokens('o200k', null),
    } as const;
    expect(sideRows(all, uncounted).map((row) => row.tokens)).toEqual([null, null]);
  });

  it('add up to the whole prompt with the rest of it', () => {
    expect(promptTokens({ rest: 10 }, 15, 'estimate')).toEqual({ whole: 7, tools: 4, rest: 3 });
    expect(promptTokens({ rest: 10 }, 15, 'o200k')).toEqual({ whole: 25, tools: 15, rest: 10 });
  });

  it('take a closed namespace for its tools, an open one only when it alone is chosen', () => {
    expect([...chosenTools(drawers(''), choose('group git'))]).toEqual(['git.log', 'git.push']);
    const open = drawers('', ['git']);
    expect([...chosenTools(open, choose('group git'))]).toEqual(['git.log', 'git.push']);
    expect([...chosenTools(open, choose('group git', 'tool git.push'))]).toEqual(['git.push']);
    // What a filter hides is not chosen with its namespace.
    expect([...chosenTools(drawers('push'), choose('group git'))]).toEqual(['git.push']);
  });

  it('go on at the next line that stays when tools have left', () => {
    const rows = drawers('', ['git']);
    expect(rowAfterMove(rows, 'tool git.log', new Set(['git.log']))).toBe('tool git.push');
    expect(rowAfterMove(rows, 'tool git.push', new Set(['git.push', 'mail.send']))).toBe('tool git.log');
    expect(rowAfterMove(rows, 'group git', new Set(['git.log', 'git.push']))).toBe('group mail');
  });
});

describe('what the tuner says', () => {
  const tools = ['a.x', 'a.y', 'b.z'].map((name) => ({
    name,
    upstream_name: name,
    source: 's',
    declared_mode: 'undeclared' as const,
  }));
  const words = (patterns: string[], names: string[], to: LoadingMode, mode: LoadingMode = 'deferred') => {
    const tool_search = { enabled: true, default_loading_mode: mode, always_loaded_patterns: patterns };
    const rules = { tool_search, sources: new Map(), overlays: new Map() };
    return planMove(tools, rules, { chosen: new Set(names), to });
  };

  it('names what a move writes, and when a pattern was the only reason', () => {
    expect(moveWords(words([], ['a.x', 'a.y'], 'always'))).toBe('Adds pattern a.*.');
    expect(moveWords(words(['a.*'], ['a.x'], 'deferred'))).toBe(
      'Replaces pattern a.* with a.y, which keeps the others always loaded.',
    );
    expect(moveWords(words(['b.*'], ['b.z'], 'deferred'))).toBe('Removes pattern b.*, the only rule that loads it.');
    expect(moveWords(words(['b.*'], ['b.z'], 'deferred', 'always'))).toBe(
      'Removes pattern b.*. Sets loading_mode: deferred for b.z.',
    );
    expect(moveDone(words([], ['a.x', 'a.y'], 'always'))).toBe('2 tools: always loaded');
  });

  it('has the list with what is being typed, in its place', () => {
    expect(draftPatterns(['a', 'b'], { at: 'new', text: ' c ' })).toEqual(['a', 'b', 'c']);
    expect(draftPatterns(['a', 'b'], { at: 0, text: 'c' })).toEqual(['c', 'b']);
    expect(draftPatterns(['a', 'b'], { at: 0, text: '' })).toEqual(['a', 'b']);
  });
});
