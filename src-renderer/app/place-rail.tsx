import { Tooltip, UnstyledButton } from '@mantine/core';
import { useNavigation } from '../state/navigation-store.ts';
import { strings } from '../strings/app.ts';
import { ShortcutKeys } from './commands/shortcut-keys.tsx';
import { goToPlace } from './go-to-place.ts';
import type { Place } from './place.ts';
import { placeOf, places } from './routes.ts';
import styles from './shell.module.css';

/** The places in their groups, each with its name; Settings at the foot. */
export function PlaceRail() {
  const current = useNavigation((state) => placeOf(state.feature).id);
  const group = (at: Place['at']) =>
    places
      .filter((place) => place.at === at)
      .map((place) => <RailItem key={place.id} place={place} isCurrent={place.id === current} />);
  return (
    <nav className={styles.rail} aria-label={strings.placeRail.places}>
      {group('look')}
      <div className={styles.railGroup}>{group('prove')}</div>
      <div className={styles.railFoot}>{group('foot')}</div>
    </nav>
  );
}

function RailItem({ place, isCurrent }: { place: Place; isCurrent: boolean }) {
  const { title, icon: Icon, shortcut, screens } = place;
  return (
    <Tooltip
      position="right"
      label={
        <>
          {screens.length > 1 ? screens.map((screen) => screen.title).join(', ') : title}{' '}
          <ShortcutKeys shortcut={shortcut} />
        </>
      }
    >
      <UnstyledButton
        className={styles.railItem}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => goToPlace(place)}
      >
        <Icon size={20} stroke={1.6} />
        {title}
      </UnstyledButton>
    </Tooltip>
  );
}
