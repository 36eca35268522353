import type { SourceSummary } from '#shared/domain/live-source.ts';

/** One thing to know about a source: a word, a shape and what it means. The tone only colours what these say. */
export interface SourceState {
  readonly word: string;
  readonly shape: string;
  readonly tone: 'plain' | 'good' | 'busy' | 'warning' | 'error' | 'off';
  readonly meaning: string;
}

/** What is to be known of a source, the most urgent first. Never empty. */
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
  word: 'ready',
  shape: '○',
  tone: 'plain',
  meaning: 'Its tools are in the catalog. Nothing of it runs.',
};
const running: SourceState = {
  word: 'running',
  shape: '●',
  tone: 'good',
  meaning: 'Pegboard holds a session with its server.',
};
const starting: SourceState = { word: 'starting', shape: '◐', tone: 'busy', meaning: 'Its server is being started.' };
const stale: SourceState = {
  word: 'stale',
  shape: '▲',
  tone: 'warning',
  meaning: 'Its server says that its tools changed. Import it again to see how.',
};
const signInNeeded: SourceState = {
  word: 'sign-in needed',
  shape: '◆',
  tone: 'warning',
  meaning: 'Its server wants you to sign in.',
};
const failed: SourceState = {
  word: 'failed',
  shape: '✕',
  tone: 'error',
  meaning: 'The last attempt to start it failed. Its captured tools stay in the catalog.',
};
const unreadable: SourceState = {
  word: 'unreadable',
  shape: '✕',
  tone: 'error',
  meaning: 'Its captured file is missing or broken, so its tools are not in the catalog.',
};
const disabled: SourceState = {
  word: 'disabled',
  shape: '–',
  tone: 'off',
  meaning: 'Its tools are kept out of the catalog.',
};
