import { parseScreenAddress, screenPath } from '#shared/screen-address.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { onOtherWorkspace, openPath } from '../state/open-workspace.ts';
import { routeOf, routes } from './routes.ts';

/** A screen with what it is about. */
export interface Address {
  /** Id of the screen. */
  readonly feature: string;
  readonly subject: string | null;
}

/** The fragment of an address: `#/tools/github.create_issue`. */
export function hashOf({ feature, subject }: Address): string {
  return `#${screenPath(routeOf(feature).address, subject)}`;
}

/** The screen that a fragment names, and its subject; null for a fragment that names no screen. */
export function addressOf(hash: string): Address | null {
  const parsed = parseScreenAddress(hash);
  const route = routes.find(({ address }) => address === parsed?.screen);
  return parsed && route ? { feature: route.id, subject: parsed.subject } : null;
}

/** The address of a screen with what is on it now; of the one that is shown unless it is given. */
export function addressNow(feature = useNavigation.getState().feature): Address {
  const path = openPath();
  return { feature, subject: path === null ? null : (routeOf(feature).subject?.read(path) ?? null) };
}

/** Browsers refuse pages that write their address too often, and writing it takes time from the next key. */
const pauseMs = 300;

/**
 * Keeps the address of the page and the screen together: a reload comes back to the same tool of the same screen, Back and Forward
 * move between screens, and an address that somebody types or pastes opens. Returns how to stop.
 */
export function followAddress(): () => void {
  /** The subject of an address whose workspace is not open yet. */
  let wanted: string | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const showWanted = () => {
    const path = openPath();
    if (wanted === null || path === null) return;
    const subject = wanted;
    wanted = null;
    routeOf(useNavigation.getState().feature).subject?.show(path, subject);
  };
  const read = () => {
    const address = addressOf(window.location.hash);
    if (address === null) return;
    const now = addressNow();
    if (address.feature !== now.feature) useNavigation.getState().goTo(address.feature);
    wanted = address.subject === now.subject ? null : address.subject;
    showWanted();
  };
  const write = (how: 'pushState' | 'replaceState', feature?: string) => {
    clearTimeout(waiting);
    waiting = undefined;
    const hash = hashOf(addressNow(feature));
    if (wanted === null && hash !== window.location.hash) window.history[how](null, '', hash);
  };
  const writeSoon = () => {
    clearTimeout(waiting);
    if (openPath() !== null) waiting = setTimeout(() => write('replaceState'), pauseMs);
  };

  read();
  window.addEventListener('popstate', read);
  const stops = [
    useNavigation.subscribe(({ feature }, { feature: before }) => {
      if (feature === before || addressOf(window.location.hash)?.feature === feature) return;
      // What was typed just now belongs to the address that is left: Back comes to it.
      if (waiting !== undefined) write('replaceState', before);
      wanted = null;
      write('pushState');
    }),
    onOtherWorkspace(() => {
      showWanted();
      writeSoon();
    }),
    ...routes.map(({ subject }) => subject?.subscribe(writeSoon) ?? (() => undefined)),
  ];
  return () => {
    clearTimeout(waiting);
    window.removeEventListener('popstate', read);
    for (const stop of stops) stop();
  };
}
