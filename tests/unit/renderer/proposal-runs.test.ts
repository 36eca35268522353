import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BoardEvent } from '#shared/domain/optimize.ts';
import type { SkillsReport } from '#shared/domain/optimize-skills.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { PegboardError } from '#shared/errors.ts';
import { noRun, proposeBoard, useBoardRuns } from '../../../src-renderer/features/optimize/board-run.ts';
import {
  applyProposal,
  propose,
  runIn,
  useProposalRuns,
} from '../../../src-renderer/features/optimize/proposal-runs.ts';
import type { PegboardClient } from '../../../src-renderer/platform/client.ts';
import { setThisWindow } from '../../../src-renderer/platform/this-window.ts';
import { workspaceKey } from '../../../src-renderer/platform/workspace-query.ts';
import { setOpenWorkspace } from '../../../src-renderer/state/open-workspace.ts';
import { inTurn, lastChange, runLastChange, useUndo } from '../../../src-renderer/state/undo-store.ts';

const summary = (revision: string) =>
  ({ path: '/w', revision, config: { personas: [], tuning: {} } }) as unknown as WorkspaceSummary;

/** A window on the workspace at revision r1; what the core was asked at which revision. */
function open() {
  const queries = new QueryClient();
  const asked: (string | undefined)[] = [];
  const revision = () => queries.getQueryData<WorkspaceSummary>(workspaceKey)?.revision;
  const optimize = {
    skills: async () => {
      asked.push(revision());
      return { cuts: [], unused: [] } as unknown as SkillsReport;
    },
    board: async () => {
      asked.push(revision());
      return (async function* (): AsyncGenerator<BoardEvent> {
        yield { type: 'progress', done: 1, total: 1 };
      })();
    },
  };
  setThisWindow({ client: { optimize } as unknown as PegboardClient, queries });
  queries.setQueryData(workspaceKey, summary('r1'));
  /** An undo that was asked for: done when the returned function is called. */
  const undo = () => {
    let end = () => {};
    const written = new Promise<void>((resolve) => {
      end = resolve;
    });
    const done = inTurn('/w', async () => {
      await written;
      queries.setQueryData(workspaceKey, summary('r2'));
    });
    return async () => {
      end();
      await done;
    };
  };
  return { asked, undo };
}

describe('a proposal that is asked for while an undo is under way', () => {
  beforeEach(() => {
    useProposalRuns.setState({}, true);
    useBoardRuns.setState({}, true);
    setOpenWorkspace(null);
    setOpenWorkspace('/w');
  });

  it('is computed after it, so that it is not out of date when it comes', async () => {
    const { asked, undo } = open();
    const end = undo();
    const proposed = propose('skills');
    expect(runIn(useProposalRuns.getState(), '/w', 'skills').stop).not.toBeNull();
    await end();
    await proposed;
    expect(asked).toEqual(['r2']);
    expect(runIn(useProposalRuns.getState(), '/w', 'skills')).toMatchObject({ revision: 'r2', stop: null });
  });

  it('is not asked of the core when it is stopped before', async () => {
    const { asked, undo } = open();
    const end = undo();
    const proposed = [propose('skills'), proposeBoard()];
    runIn(useProposalRuns.getState(), '/w', 'skills').stop?.abort();
    useBoardRuns.getState()['/w']?.stop?.abort();
    await end();
    await Promise.all(proposed);
    expect(asked).toEqual([]);
    expect(runIn(useProposalRuns.getState(), '/w', 'skills')).toMatchObject({ report: null, stop: null });
    expect(useBoardRuns.getState()['/w']).toEqual(noRun);
  });

  it('of always-loaded tools waits as well', async () => {
    const { asked, undo } = open();
    const end = undo();
    const proposed = proposeBoard();
    await end();
    await proposed;
    expect(asked).toEqual(['r2']);
  });
});

/** A window on three skills whose texts a proposal changes; each file is written a moment after it is asked for. */
function openSkills({ broken }: { readonly broken?: string } = {}) {
  const texts = new Map(['a', 'b', 'c'].map((file) => [file, `long ${file}`]));
  const files = [...texts].map(([file, text]) => ({
    pack: 'own',
    file,
    hash: text,
    before: text,
    after: `short ${file}`,
  }));
  const report = { cuts: [{ skill: 'a' }], unused: [], files, changes: [], base: 'x', persona: null };
  const write = async ({ file, text, expected_hash }: { file: string; text: string; expected_hash: string }) => {
    await new Promise((resolve) => setTimeout(resolve));
    if (file === broken || texts.get(file) !== expected_hash) {
      throw new PegboardError('file_changed', `${file} has changed.`);
    }
    texts.set(file, text);
    return { hash: text };
  };
  const client = {
    skillEditor: { write },
    config: { read: async () => ({ revision: 'x' }) },
  } as unknown as PegboardClient;
  const queries = new QueryClient();
  setThisWindow({ client, queries });
  queries.setQueryData(workspaceKey, summary('r1'));
  const run = { stop: null, report: report as unknown as SkillsReport, revision: 'r1', error: null };
  useProposalRuns.setState({ '/w': { skills: { ...run, unticked: new Set<string>() } } });
  return { texts: () => [...texts.values()] };
}

describe('shorter skills', () => {
  beforeEach(() => {
    useUndo.setState({ undos: [], redos: [] });
    setOpenWorkspace(null);
    setOpenWorkspace('/w');
  });

  it('are undone by a key that comes while they are written', async () => {
    const { texts } = openSkills();
    const applied = applyProposal('/w', 'skills');
    const undone = runLastChange('undos', '/w');
    await applied;
    expect(await undone).toMatchObject({ done: 'Shortened descriptions in 3 files' });
    expect(texts()).toEqual(['long a', 'long b', 'long c']);
    await runLastChange('redos', '/w');
    expect(texts()).toEqual(['short a', 'short b', 'short c']);
  });

  it('stay as they were, all of them, when one file cannot be written', async () => {
    const { texts } = openSkills({ broken: 'c' });
    await applyProposal('/w', 'skills');
    expect(texts()).toEqual(['long a', 'long b', 'long c']);
    expect(lastChange('undos', '/w')).toBeNull();
    expect(runIn(useProposalRuns.getState(), '/w', 'skills').report).not.toBeNull();
  });
});
