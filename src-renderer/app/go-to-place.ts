import { useNavigation } from '../state/navigation-store.ts';
import type { Place } from './place.ts';

/** Goes to a place as it was left; where the user is there already, to its next screen. */
export function goToPlace({ screens }: Place): void {
  const { feature, visited, goTo } = useNavigation.getState();
  const here = screens.findIndex(({ id }) => id === feature);
  const last = visited.find((screen) => screens.some(({ id }) => id === screen));
  const next = here < 0 ? screens.find(({ id }) => id === last) : screens[(here + 1) % screens.length];
  goTo((next ?? screens[0]).id);
}
