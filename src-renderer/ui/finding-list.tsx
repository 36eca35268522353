import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Finding } from '#shared/domain/finding.ts';
import { findingPlace } from './error-facts.ts';
import styles from './finding-list.module.css';
import { LongText } from './long-text.tsx';
import { VisibleText } from './visible-text.tsx';

const icons = { error: IconExclamationCircle, warning: IconAlertTriangle, info: IconInfoCircle } as const;
const order = ['error', 'warning', 'info'] as const;

/** Findings, the gravest first: severity, message, place and hint. */
export function FindingList<Shown extends Finding>({
  findings,
  label,
  action,
}: {
  findings: readonly Shown[];
  label: string;
  /** The action for one of them, shown as a button beside it. */
  action?: (finding: Shown) => ReactNode;
}) {
  const sorted = findings.toSorted((left, right) => order.indexOf(left.severity) - order.indexOf(right.severity));
  return (
    <ul className="plain-list" aria-label={label} data-testid="findings">
      {sorted.map((finding, index) => {
        const Icon = icons[finding.severity];
        const place = findingPlace(finding);
        return (
          // Findings are plain data without an identity: their place in the list is all there is.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className={styles.item} data-severity={finding.severity}>
            <Icon size={17} className={`is-${finding.severity}`} role="img" aria-label={finding.severity} />
            <div className="wraps">
              <div>
                <LongText text={finding.message} limit={1000}>
                  {(shown) => <VisibleText text={shown} />}
                </LongText>
              </div>
              <div className="dim mono">
                {finding.code}
                {place !== null && (
                  <>
                    {' · '}
                    <VisibleText text={place} />
                  </>
                )}
              </div>
              {finding.hint !== undefined && <VisibleText as="div" className="dim" text={finding.hint} />}
              {action && <div className={styles.action}>{action(finding)}</div>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
