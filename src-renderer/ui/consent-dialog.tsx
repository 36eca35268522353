import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { strings } from '../strings/ui.ts';
import styles from './consent-dialog.module.css';
import type { ConsentSubject } from './consent-subject.ts';
import { DialogButtons } from './dialog-form.tsx';
import { fill } from './fill.tsx';
import { LongText } from './long-text.tsx';
import { VisibleText } from './visible-text.tsx';

/**
 * Asks before a server is started or reached, and shows exactly what that is. It is open while there is a `subject`. The
 * focus starts on Cancel, so that neither Enter nor Space starts anything unread.
 */
export function ConsentDialog({
  subject,
  source,
  agree = strings.consentDialog.agreeStart,
  onAgree,
  onCancel,
  children,
}: {
  subject: ConsentSubject | null;
  /** Name of the source it is for; null for one that has none yet. */
  source: string | null;
  /** The label of the button that agrees. */
  agree?: string;
  onAgree: () => void;
  onCancel: () => void;
  /** Other facts, such as what changed since the last consent. */
  children?: ReactNode;
}) {
  const starts = subject !== null && 'command' in subject;
  const sentences = starts
    ? { ofNew: strings.consentDialog.newSourceRuns, ofSource: strings.consentDialog.sourceRuns }
    : { ofNew: strings.consentDialog.newSourceSends, ofSource: strings.consentDialog.sourceSends };
  return (
    <Modal
      opened={subject !== null}
      onClose={onCancel}
      title={starts ? strings.consentDialog.startServer : strings.consentDialog.connectServer}
      size={640}
    >
      <Stack gap="md" data-testid="consent">
        <div>
          {source === null
            ? sentences.ofNew
            : fill(sentences.ofSource, {
                source: <VisibleText as="strong" className="mono" text={source} lines={false} />,
              })}
        </div>
        {subject && <Subject subject={subject} />}
        {children}
        <div className="dim">{strings.consentDialog.pegboardAsksOnce}</div>
        <DialogButtons act={agree} startsOn="cancel" onAct={onAgree} onCancel={onCancel} />
      </Stack>
    </Modal>
  );
}

function Subject({ subject }: { subject: ConsentSubject }) {
  if ('url' in subject) {
    return (
      <dl className={styles.subject}>
        <Fact name={strings.consentDialog.facts.address} values={[subject.url]} />
        <Fact name={strings.consentDialog.facts.headers} values={subject.headers} none={strings.consentDialog.none} />
      </dl>
    );
  }
  const { command, args, cwd, variables } = subject;
  return (
    <dl className={styles.subject}>
      <Fact name={strings.consentDialog.facts.command} values={[command]} />
      <Fact name={strings.consentDialog.facts.arguments} values={args} none={strings.consentDialog.none} />
      <Fact name={strings.consentDialog.facts.folder} values={[cwd === '.' ? strings.consentDialog.workspace : cwd]} />
      <Fact name={strings.consentDialog.facts.variables} values={variables} none={strings.consentDialog.noneYours} />
    </dl>
  );
}

/** One value a line: where one argument ends and the next begins is part of what runs. */
function Fact({ name, values, none }: { name: string; values: readonly string[]; none?: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {values.length === 0 && <span className="dim">{none}</span>}
        {values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: arguments repeat; their place is what tells them apart
          <div key={index} className={`${styles.value} mono`}>
            {value === '' ? (
              <span className="dim">{strings.consentDialog.empty}</span>
            ) : (
              <LongText text={value} limit={2000}>
                {(shown) => <VisibleText text={shown} lines={false} />}
              </LongText>
            )}
          </div>
        ))}
      </dd>
    </>
  );
}
