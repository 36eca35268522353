import type { SourceSummary } from '#shared/domain/live-source.ts';
import { strings } from '../../strings/sources.ts';

/** One thing to know about a source: a word, a shape and what it means. The tone only colours what these say. */
export interface SourceState {
  readonly word: string;
  readonly shape: string;
  readonly tone: 'plain' | 'good' | 'busy' | 'warning' | 'error' | 'off';
  readonly meaning: string;
}

/** The facts about a source, the most urgent first. Never empty. */
export function sourceStates(source: SourceSummary): readonly [SourceState, ...SourceState[]] {
  const states: SourceState[] = [];
  if (source.status === 'unreadable') states.push(unreadable);
  if (source.status === 'disabled') states.push(disabled);
  if (source.sign_in === 'needed') states.push(signInNeeded);
  if (source.mcp_problem !== null && source.mcp_problem.code !== 'authentication_required') states.push(failed);
  if (source.stale) states.push(stale);
  if (source.state === 'starting') states.push(starting);
  if (source.state === 'running') states.push(running);
  const [first = ready, ...more] = states;
  return [first, ...more];
}

const ready: SourceState = {
  word: strings.sourceStates.words.ready,
  shape: '○',
  tone: 'plain',
  meaning: strings.sourceStates.toolsAreInCatalog,
};
const running: SourceState = {
  word: strings.sourceStates.words.running,
  shape: '●',
  tone: 'good',
  meaning: strings.sourceStates.pegboardHasOpenSession,
};
const starting: SourceState = {
  word: strings.sourceStates.words.starting,
  shape: '◐',
  tone: 'busy',
  meaning: strings.sourceStates.pegboardIsStartingServer,
};
const stale: SourceState = {
  word: strings.sourceStates.words.stale,
  shape: '▲',
  tone: 'warning',
  meaning: strings.sourceStates.serverReported,
};
const signInNeeded: SourceState = {
  word: strings.sourceStates.words.signInNeeded,
  shape: '◆',
  tone: 'warning',
  meaning: strings.sourceStates.serverNeedsYou,
};
const failed: SourceState = {
  word: strings.sourceStates.words.failed,
  shape: '✕',
  tone: 'error',
  meaning: strings.sourceStates.serverFailedToStart,
};
const unreadable: SourceState = {
  word: strings.sourceStates.words.unreadable,
  shape: '✕',
  tone: 'error',
  meaning: strings.sourceStates.capturedFileIsMissing,
};
const disabled: SourceState = {
  word: strings.sourceStates.words.disabled,
  shape: '–',
  tone: 'off',
  meaning: strings.sourceStates.catalogDoesNotShow,
};
