import type { LossGroup } from '#shared/domain/export-plan.ts';
import { formatCount } from '../../ui/format-number.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './export.module.css';

/** What the format cannot say; the names of what it happens to on hover. */
export function LossList({ loss }: { loss: readonly LossGroup[] }) {
  return (
    <section className={styles.losses} aria-label="What does not map" data-testid="export-loss">
      <h2>{loss.length === 0 ? 'Nothing is lost' : 'What the format cannot say as it is'}</h2>
      {loss.length > 0 && (
        <ScrollRegion as="ul" aria-label="What does not map as it is">
          {loss.map(({ kind, field, message, count, names }) => (
            <li key={`${kind} ${field} ${message}`} title={names.join('\n') || undefined}>
              <span className={styles.lossKind} data-kind={kind}>
                {kind}
              </span>
              <span>
                <span className="mono">
                  <VisibleText text={field} lines={false} />
                </span>
                : <VisibleText text={message} />
                {count > 0 && (
                  <span className="dim">
                    {' · '}
                    {count === 1 ? <VisibleText text={names[0] ?? ''} lines={false} /> : `${formatCount(count)} times`}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ScrollRegion>
      )}
    </section>
  );
}
