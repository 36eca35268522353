import { describe, expect, it } from 'vitest';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';
import type { BoardTool } from '#shared/domain/tuning/board.ts';
import { matchPattern, patternWarnings } from '#shared/domain/tuning/pattern-matches.ts';
import { presets } from '#shared/domain/tuning/presets.ts';

const tools = ['shop.get', 'shop.list', 'mail.send'].map(
  (name): BoardTool => ({ name, upstream_name: name, source: 's', declared_mode: 'undeclared' }),
);
const warn = (patterns: string[], overlays: [string, 'always' | 'deferred'][] = []) =>
  patternWarnings(
    patterns.map((pattern) => matchPattern(pattern, tools)),
    { overlays: new Map(overlays) },
  );

describe('warnings about always-loaded patterns', () => {
  it('tells of a pattern that matches nothing, and not of one for a tool of our own or of the core list', () => {
    expect(warn(['shop.*', 'git.*', 'tool_search', 'finish'])).toEqual([[], [{ kind: 'no_match' }], [], []]);
    expect(warn(['tasks.*'])).toEqual([[]]);
  });

  it('tells of the one that says nothing new: the narrower, and of two equal ones the later', () => {
    expect(warn(['shop.get', 'shop.*'])).toEqual([[{ kind: 'shadowed', by: 'shop.*' }], []]);
    expect(warn(['shop.*', 'shop.*'])).toEqual([[], [{ kind: 'shadowed', by: 'shop.*' }]]);
    expect(warn(['shop.*', 'shop.g*', 'mail.*'])).toEqual([[], [{ kind: 'shadowed', by: 'shop.*' }], []]);
    expect(warn(['*', 'tool_search'])).toEqual([[], [{ kind: 'shadowed', by: '*' }]]);
    expect(warn(['shop.*', 'tool_search'])).toEqual([[], []]);
  });

  it('tells of the tools that an overlay deferred and a pattern puts back', () => {
    const overlays: [string, 'always' | 'deferred'][] = [
      ['shop.get', 'deferred'],
      ['shop.list', 'always'],
    ];
    expect(warn(['shop.*'], overlays)).toEqual([[{ kind: 'overrides_overlay', names: ['shop.get'] }]]);
  });
});

describe('presets', () => {
  const now = { enabled: true, default_loading_mode: 'always' as const, always_loaded_patterns: ['shop.*'] };
  const values = (name: string) =>
    Object.fromEntries(
      (presets(now).find((preset) => preset.name === name)?.changes ?? []).map(({ path, value }) => [path[1], value]),
    );

  it('turn on for a large catalog what the profile `chat` does, with the core patterns alone', () => {
    const { always_loaded_patterns, ...others } = values('large');
    expect(others).toEqual(builtinProfiles.find(({ name }) => name === 'chat')?.tool_search);
    expect(always_loaded_patterns).toBeUndefined();
  });

  it('turn search off for a small one and leave the patterns', () => {
    expect(values('small')).toEqual({ enabled: false, default_loading_mode: 'always' });
  });
});
