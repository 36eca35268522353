import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { usePromptTotals } from '../../platform/prompt-sizes.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { useUndo } from '../../state/undo-store.ts';
import { useWhyNotStore } from '../../state/why-not-store.ts';
import { useExportStore } from '../export/export-store.ts';
import { useCanWriteExport } from '../export/use-export.ts';
import { useSimulatorRuns } from '../simulator/simulator-runs.ts';
import { useSimulatorStore } from '../simulator/simulator-store.ts';
import { useStage } from '../simulator/stage.ts';
import type { TourFacts } from './tour-steps.ts';

/** What the tour can see of the work of its user. */
export function useTourFacts(workspace: WorkspaceSummary): TourFacts {
  const prompt = usePromptTotals();
  const query = usePlayground((state) => state.query);
  const playgroundTab = usePlayground((state) => state.tab);
  const asked = useWhyNotStore((state) => state.asked);
  const hasChanged = useUndo(({ undos }) => undos.some((change) => change.workspace === workspace.path));
  const estimator = usePreferences((state) => state.estimator);
  const first = useSimulatorRuns(({ runs }) => runs[workspace.path]?.first ?? null);
  const tokens = first?.simulation?.tokens[estimator] ?? null;
  const at = useSimulatorStore(({ views }) => views[workspace.path]?.at ?? 0);
  const written = useExportStore((state) => state.written[workspace.path] ?? null);
  const stage = useStage();
  const run = stage?.file != null;
  const jump = stage?.activations.some((place) => place > stage.at) === true;
  const write = useCanWriteExport(workspace);
  return {
    workspace,
    prompt,
    query,
    playgroundTab,
    asked,
    hasChanged,
    run:
      first && tokens
        ? { title: first.played.title, sent: tokens.deferred, allTools: tokens.all_tools, estimator }
        : null,
    can: { run, jump, write },
    at,
    exported: written ? { target: written.done.target, files: written.done.files.length } : null,
  };
}
