import type { AuditFinding } from '#shared/domain/audit.ts';
import { strings } from '../../strings/import.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import styles from './audit-alarms.module.css';

/** What an audit finds in a text, in the colour of its severity. `tool`: named before each place, where the list is about several. */
export function AuditAlarms({ findings, tool }: { findings: readonly AuditFinding[]; tool?: string }) {
  return (
    <ul className={styles.alarms} aria-label={strings.auditAlarms.audit} data-testid="audit-alarms">
      {findings.map(({ code, place, why, severity }) => (
        <li key={`${code} ${place}`} data-severity={severity}>
          <HostileText text={`${tool === undefined ? '' : `${tool}, `}${place}: ${why}`} limit={400} />
        </li>
      ))}
    </ul>
  );
}
