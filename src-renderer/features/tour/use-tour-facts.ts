import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useUndo } from '../../state/undo-store.ts';
import { usePlayground } from '../playground/playground-store.ts';
import type { TourFacts } from './tour-steps.ts';

/** What the tour can see of the work of its user. */
export function useTourFacts(workspace: WorkspaceSummary): TourFacts {
  const query = usePlayground((state) => state.query);
  const playgroundTab = usePlayground((state) => state.tab);
  const hasChanged = useUndo(({ undos }) => undos.some((change) => change.workspace === workspace.path));
  return { workspace, query, playgroundTab, hasChanged };
}
