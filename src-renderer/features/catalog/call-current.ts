import { screenActs } from '../../platform/screen-acts.ts';
import { sourcesQuery } from '../../platform/source-watch.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { trialOf } from '../try-it/trial-actions.ts';
import { useTryIt } from '../try-it/try-it-screen.ts';
import { hasCurrent, withSelected } from './catalog-acts.ts';
import { useDetailTab } from './detail-tab.ts';
import { toolDetailQuery } from './use-catalog.ts';

const acts = screenActs('catalog', (workspace) => workspace);

/** Whether the panel that calls the current tool is on the screen, or may be. */
export const canCallCurrent = () =>
  useDetailTab.getState().tab === 'try' && (hasCurrent() || useTryIt.getState().shown !== null);

/** Calls the tool of that panel with the arguments as they are typed, where a server is behind it. */
export function callCurrent(): void {
  withSelected((name, isListed) => {
    // A change of the catalog may take the tool out of the table while its arguments stay on the screen.
    if (isListed || useTryIt.getState().shown === name) call(name);
  });
}

function call(name: string): void {
  acts.do(async (workspace) => {
    const { queries } = thisWindow();
    const [detail, sources] = await Promise.all([
      queries.ensureQueryData(toolDetailQuery(workspace, name)),
      // A list of sources that cannot be had is no reason not to call.
      queries.ensureQueryData(sourcesQuery).catch(() => []),
    ]);
    const isThere = acts.now()?.path === workspace.path;
    const isFile = sources.find((source) => source.name === detail?.tool.source)?.kind === 'file';
    if (isThere && detail && detail.denied_by === null && !isFile) trialOf(workspace.path, detail.tool).actions.call();
  });
}
