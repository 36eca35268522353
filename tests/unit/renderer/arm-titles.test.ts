import { describe, expect, it } from 'vitest';
import { armTitle, armTitleIn } from '../../../src-renderer/features/experiments/arm-titles.ts';
import { experimentSchema } from '../../../src-shared/domain/experiment.ts';

const reportOf = (...arms: object[]) => ({ experiment: experimentSchema.parse({ arms }) });

describe('titles of arms', () => {
  it('calls a standard arm as the form of a new experiment does', () => {
    expect(['board', 'search', 'all', 'no-skills', 'mine'].map(armTitle)).toEqual([
      'Your configuration',
      'Search only',
      'All tools',
      'Your configuration without skills',
      'mine',
    ]);
    expect(armTitleIn(reportOf({ name: 'all', always_loaded: 'all' }), 'all')).toBe('All tools');
  });

  it('keeps the name of an arm that only shares the name of a standard one', () => {
    expect(armTitleIn(reportOf({ name: 'all' }), 'all')).toBe('all');
    expect(armTitleIn(reportOf({ name: 'board', skills: true }), 'board')).toBe('board');
    expect(armTitleIn(reportOf({ name: 'gateway', through: 'gateway', profile: 'small' }), 'gateway')).toBe('gateway');
  });
});
