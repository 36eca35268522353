import { ActionIcon, Tooltip } from '@mantine/core';
import { useNavigation } from '../state/navigation-store.ts';
import { ShortcutKeys } from './commands/shortcut-keys.tsx';
import { routes } from './routes.ts';
import styles from './shell.module.css';

/** The features that exist, one icon each. */
export function SideNavigation() {
  const { feature, goTo } = useNavigation();
  return (
    <nav className={styles.side} aria-label="Features">
      {routes.map(({ id, title, icon: Icon, shortcut }) => (
        <Tooltip
          key={id}
          position="right"
          label={
            <>
              {title} <ShortcutKeys shortcut={shortcut} />
            </>
          }
        >
          <ActionIcon
            className={styles.sideItem}
            size={32}
            aria-label={title}
            aria-current={feature === id ? 'page' : undefined}
            onClick={() => goTo(id)}
          >
            <Icon size={20} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ))}
    </nav>
  );
}
