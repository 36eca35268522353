import { useMemo } from 'react';
import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import { formatCount } from '../../ui/format-number.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import styles from './prompt-diff.module.css';
import { type ToolChanges, toolChanges } from './tool-changes.ts';

/** Names that a list shows at once; its head counts them all. */
const shownNames = 60;

const titles: Readonly<Record<keyof ToolChanges, string>> = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
};

/** Which tools the second prompt lists more, less, or with another definition. Nothing where the lists are the same. */
export function ToolChangeList({ before, after }: Pick<ComparedPrompts, 'before' | 'after'>) {
  const changes = useMemo(() => toolChanges(before, after), [before, after]);
  const kinds = (['added', 'removed', 'changed'] as const).filter((kind) => changes[kind].length > 0);
  if (kinds.length === 0) return null;
  return (
    <section className="pad-4-12" aria-label="Tools that differ" data-testid="tool-changes">
      {kinds.map((kind) => {
        const names = changes[kind];
        return (
          <details key={kind} open={names.length <= shownNames} data-kind={kind}>
            <summary>
              {formatCount(names.length)} {names.length === 1 ? 'tool' : 'tools'} {titles[kind]}
            </summary>
            <ul className={styles.toolChips}>
              {names.slice(0, shownNames).map((name) => (
                <li key={name} className={styles.toolChip}>
                  <ToolName name={name} />
                </li>
              ))}
              {names.length > shownNames && <li>and {formatCount(names.length - shownNames)} more</li>}
            </ul>
          </details>
        );
      })}
    </section>
  );
}
