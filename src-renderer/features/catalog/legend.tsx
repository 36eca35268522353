import { ActionIcon, Popover } from '@mantine/core';
import { IconInfoSquareRounded } from '@tabler/icons-react';
import { strings } from '../../strings/catalog.ts';
import { DestructiveMark } from '../../ui/destructive-mark.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { effectWords, SideEffectsMark } from '../../ui/side-effects-mark.tsx';
import styles from './catalog.module.css';

/** The meaning of the marks in the table. */
export function Legend() {
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <ActionIcon aria-label={strings.legend.legend} title={strings.legend.whatMarksMean}>
          <IconInfoSquareRounded size={17} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={strings.legend.legend}>
        <dl className={styles.legend} data-testid="legend">
          <dt>
            <ModeMark mode="always" />
          </dt>
          <dd>{strings.legend.alwaysLoadedToolEvery}</dd>
          <dt>
            <ModeMark mode="deferred" />
          </dt>
          <dd>{strings.legend.deferredAgentFindsSearch}</dd>
          {effectWords.map(({ effects, meaning }) => [
            <dt key={`${effects} mark`}>
              <SideEffectsMark sideEffects={effects} />
            </dt>,
            <dd key={effects}>{meaning}</dd>,
          ])}
          <dt>
            <DestructiveMark />
          </dt>
          <dd>{strings.legend.destructiveCallMayDelete}</dd>
          <dt aria-hidden className="is-error mono">
            ✕
          </dt>
          <dd>{strings.legend.errorsThatChecksFound}</dd>
          <dt aria-hidden className="is-warning mono">
            ▲
          </dt>
          <dd>{strings.legend.warningsThatChecksFound}</dd>
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
