import { UnstyledButton } from '@mantine/core';
import { useNavigation } from '../state/navigation-store.ts';
import { strings } from '../strings/app.ts';
import { placeOf } from './routes.ts';
import styles from './shell.module.css';

/** The name of the place on screen, its screens where it has several, and what can be turned on and off. */
export function PlaceHeader() {
  const { feature, goTo } = useNavigation();
  const { title, screens, toggles: Toggles } = placeOf(feature);
  const tabs = screens.filter(({ viewOf }) => viewOf === undefined);
  return (
    <nav className={styles.header} aria-label={strings.placeHeader.screens(title)}>
      <span className={styles.placeTitle}>{title}</span>
      {tabs.length > 1 &&
        tabs.map((screen) => (
          <UnstyledButton
            key={screen.id}
            className={styles.screenTab}
            aria-current={screen.id === feature ? 'page' : undefined}
            onClick={() => goTo(screen.id)}
          >
            {screen.title}
          </UnstyledButton>
        ))}
      {Toggles && (
        <div className={styles.toggles}>
          <Toggles />
        </div>
      )}
    </nav>
  );
}
