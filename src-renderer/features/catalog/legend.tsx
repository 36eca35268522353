import { ActionIcon, Popover } from '@mantine/core';
import { IconInfoSquareRounded } from '@tabler/icons-react';
import { DestructiveMark } from '../../ui/destructive-mark.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { effectWords, SideEffectsMark } from '../../ui/side-effects-mark.tsx';
import styles from './catalog.module.css';

/** What the marks of the table mean. */
export function Legend() {
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon aria-label="Legend" title="What the marks mean">
          <IconInfoSquareRounded size={17} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Legend">
        <dl className={styles.legend} data-testid="legend">
          <dt>
            <ModeMark mode="always" />
          </dt>
          <dd>Always loaded: the tool is in every prompt.</dd>
          <dt>
            <ModeMark mode="deferred" />
          </dt>
          <dd>Deferred: the agent finds it with a search.</dd>
          {effectWords.map(({ effects, meaning }) => [
            <dt key={`${effects} mark`}>
              <SideEffectsMark sideEffects={effects} />
            </dt>,
            <dd key={effects}>{meaning}</dd>,
          ])}
          <dt>
            <DestructiveMark />
          </dt>
          <dd>Destructive: a call may delete or overwrite something for good.</dd>
          <dt aria-hidden className="is-error mono">
            ✕
          </dt>
          <dd>Errors that the checks found in its definition.</dd>
          <dt aria-hidden className="is-warning mono">
            ▲
          </dt>
          <dd>Warnings that the checks found in its definition.</dd>
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
