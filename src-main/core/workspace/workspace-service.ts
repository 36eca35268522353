import { wholePath } from '../files/whole-path.ts';
import type { Services } from '../services.ts';
import type { WorkspaceSession } from './workspace-session.ts';

/** The open workspace and those before it. */
export function workspaceService(session: WorkspaceSession): Services['workspace'] {
  return {
    current: async () => session.summary(),
    open: async ({ path }, call) => session.open(wholePath(path), call?.signal),
    init: async ({ path, demo }, call) =>
      demo ? session.initDemo(wholePath(path), call?.signal) : session.init(wholePath(path), call?.signal),
    openDemo: (call) => session.openDemo(call?.signal),
    recent: () => session.recent.listed(),
    forget: ({ path }) => session.recent.forget(path),
    watch: (call) => session.watch(call?.signal),
  };
}
