import type { Services } from '../services.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { checkExample } from './check-example.ts';
import { duplicateTools } from './duplicate-tools.ts';

/** What a person needs to curate the tools of the open workspace. */
export function curationService(session: WorkspaceSession): Services['curation'] {
  return {
    checkExample: async (draft) => {
      const { catalog, file } = session.current().loaded;
      const tool = catalog.byName.get(draft.tool);
      return tool ? checkExample(draft, tool, file) : null;
    },
    duplicates: async () => duplicateTools(session.current().loaded.registry.values()),
  };
}
