import { UnstyledButton } from '@mantine/core';
import { cutText } from '../../../ui/cut-text.ts';
import { ToolName } from '../../../ui/tool-name.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { showTool } from '../catalog-acts.ts';
import styles from './alike.module.css';
import type { Twin } from './alike.ts';

/** The tools that one is like; each leads there. */
export function TwinList({ twins }: { twins: readonly Twin[] }) {
  return (
    <ul className={`${styles.twins} spaced-list`} data-testid="twins">
      {twins.map(({ name, kind, why }) => (
        <li key={name}>
          <UnstyledButton className={styles.twin} onClick={() => showTool(name)}>
            <ToolName name={name} />
          </UnstyledButton>
          <span className="dim">
            {' '}
            {kind}: <VisibleText text={cutText(why, 160)} lines={false} />
          </span>
        </li>
      ))}
    </ul>
  );
}
