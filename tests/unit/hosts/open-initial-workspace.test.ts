import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import { PegboardError } from '#shared/errors.ts';
import { openInitialWorkspace } from '../../../src-main/hosts/open-initial-workspace.ts';
import { recordingLogger } from '../../contract/recording-logger.ts';
import { scriptedServices } from '../../contract/scripted-services.ts';

/** Services in which the folders of `broken` do not open; keeps what was opened. */
function servicesWith(recent: readonly string[], broken: readonly string[]) {
  const opened: string[] = [];
  const scripted = scriptedServices({
    workspace: {
      recent: async () =>
        recent.map((folder) => ({ path: folder, name: folder, opened_at: '2026-01-01T00:00:00Z', missing: false })),
      open: async ({ path: folder }) => {
        if (broken.includes(folder)) throw new PegboardError('workspace_not_found', `Nothing in ${folder}.`);
        opened.push(folder);
        return undefined as never;
      },
      openDemo: async () => {
        opened.push('the demo');
        return undefined as never;
      },
    },
  });
  return { services: scripted.services as Services, opened };
}

describe('what a window starts with', () => {
  it.each([
    ['the last workspace', ['/b', '/a'], [], ['/b']],
    ['the one before when the last does not open', ['/b', '/a'], ['/b'], ['/a']],
    ['the demo when none opens', ['/b', '/a'], ['/a', '/b'], ['the demo']],
    ['the demo the first time', [], [], ['the demo']],
  ])('is %s', async (_, recent, broken, expected) => {
    const { services, opened } = servicesWith(recent, broken);
    const logger = recordingLogger();
    await openInitialWorkspace(services, { logger });
    expect(opened).toEqual(expected);
    expect(logger.lines).toHaveLength(broken.length);
  });
});
