import { Button, Kbd } from '@mantine/core';
import type { MovePlan } from '#shared/domain/tuning/plan-move.ts';
import { formatPlural } from '../../ui/format-number.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { moveWords } from './move-labels.ts';
import type { Side } from './side-rows.ts';
import styles from './tuner.module.css';
import { moveChosen, openDialog } from './tuner-model.ts';

/** What moving the chosen tools would write, before it does. */
export function MoveBar({ chosen, side, plan }: { chosen: number; side: Side; plan: MovePlan | null }) {
  const key = side === 'board' ? 'D' : 'B';
  return (
    <section className={styles.moveBar} aria-label="Moving tools" data-testid="move-bar">
      {plan === null ? (
        <span className="dim">
          Choose tools or whole namespaces (arrows, <Kbd>Space</Kbd>, <Kbd>Shift</Kbd>), then <Kbd>B</Kbd> puts them on
          the board and <Kbd>D</Kbd> into drawers; or drag them.
        </span>
      ) : (
        <>
          <span className={styles.moveText} aria-live="polite">
            <strong>{formatPlural(chosen, 'tool')} chosen.</strong> <VisibleText text={moveWords(plan)} lines={false} />
          </span>
          {plan.refused === null ? (
            <Button variant="filled" onClick={() => moveChosen(side)} rightSection={<Kbd size="xs">{key}</Kbd>}>
              {side === 'board' ? 'Into drawers' : 'On the board'}
            </Button>
          ) : (
            plan.refused !== 'nothing_to_move' && (
              <Button onClick={() => openDialog('large')}>Preset for a large catalog…</Button>
            )
          )}
        </>
      )}
    </section>
  );
}
