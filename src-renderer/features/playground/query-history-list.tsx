import { UnstyledButton } from '@mantine/core';
import { usePlayground } from '../../state/playground-store.ts';
import { cutText } from '../../ui/cut-text.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { focusPlace } from './focus-places.ts';
import styles from './playground.module.css';

/** Queries of before; one click or ↑ in the empty query brings them back. */
export function QueryHistory() {
  const history = usePlayground((state) => state.history);
  const set = usePlayground((state) => state.set);
  if (history.length === 0) return null;
  return (
    <div>
      <h2
        className={`${styles.fieldLabel} table-head ${styles.sectionHead} row`}
        title="↑ in an empty query brings the last one back"
      >
        Recent queries
      </h2>
      <ul className="plain-list" data-testid="query-history">
        {history.map((entry) => (
          <li key={entry}>
            <UnstyledButton
              className={`${styles.historyItem} cut`}
              title={visibleString(cutText(entry, 500))}
              onClick={() => {
                set({ query: entry });
                focusPlace('query');
              }}
            >
              <VisibleText text={cutText(entry, 200)} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
