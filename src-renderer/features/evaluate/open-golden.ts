import { useNavigation } from '../../state/navigation-store.ts';
import { emptyPolicy, usePlayground } from '../playground/playground-store.ts';

/** Shows a golden query in the playground, with one of its right tools chosen, the way an evaluation asks it. */
export function openGolden(query: string, tool: string | null): void {
  usePlayground.setState({
    query,
    searchType: 'fts',
    limit: 20,
    // An evaluation looks for every tool, those on the board too.
    includeAlwaysLoaded: true,
    policy: emptyPolicy,
    selected: tool,
  });
  useNavigation.getState().goTo('playground');
}
