import { UnstyledButton } from '@mantine/core';
import { useNavigation } from '../state/navigation-store.ts';
import { strings } from '../strings/app.ts';
import { placeOf } from './routes.ts';
import styles from './shell.module.css';

/** The name of the place on screen, and its screens where it has several. */
export function PlaceHeader() {
  const { feature, goTo } = useNavigation();
  const { title, screens } = placeOf(feature);
  return (
    <nav className={styles.header} aria-label={strings.placeHeader.screens(title)}>
      <span className={styles.placeTitle}>{title}</span>
      {screens.length > 1 &&
        screens.map((screen) => (
          <UnstyledButton
            key={screen.id}
            className={styles.screenTab}
            aria-current={screen.id === feature ? 'page' : undefined}
            onClick={() => goTo(screen.id)}
          >
            {screen.title}
          </UnstyledButton>
        ))}
    </nav>
  );
}
