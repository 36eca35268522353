import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './consent-dialog.module.css';
import type { ConsentSubject } from './consent-subject.ts';
import { DialogButtons } from './dialog-form.tsx';
import { LongText } from './long-text.tsx';
import { VisibleText } from './visible-text.tsx';

/**
 * Asks before a server is started or reached, and shows exactly what that is. It is open while there is a `subject`. The
 * focus starts on Cancel, so that neither Enter nor Space starts anything unread.
 */
export function ConsentDialog({
  subject,
  source,
  agree = 'Agree and start',
  onAgree,
  onCancel,
  children,
}: {
  subject: ConsentSubject | null;
  /** Name of the source it is for. */
  source: string;
  /** What agreeing does, on its button. */
  agree?: string;
  onAgree: () => void;
  onCancel: () => void;
  /** What else there is to know, such as what changed since the last consent. */
  children?: ReactNode;
}) {
  const starts = subject !== null && 'command' in subject;
  return (
    <Modal
      opened={subject !== null}
      onClose={onCancel}
      title={starts ? 'Start this server?' : 'Connect to this server?'}
      size={640}
    >
      <Stack gap="md" data-testid="consent">
        <div>
          Source <VisibleText as="strong" className="mono" text={source} lines={false} />{' '}
          {starts
            ? 'runs this program on your computer, with your rights:'
            : 'sends what you call, and the headers below, to this address:'}
        </div>
        {subject && <Subject subject={subject} />}
        {children}
        <div className="dim">
          You are asked once: your consent is kept for exactly this, in this workspace, on this computer.
        </div>
        <DialogButtons act={agree} startsOn="cancel" onAct={onAgree} onCancel={onCancel} />
      </Stack>
    </Modal>
  );
}

function Subject({ subject }: { subject: ConsentSubject }) {
  if ('url' in subject) {
    return (
      <dl className={styles.subject}>
        <Fact name="Address" values={[subject.url]} />
        <Fact name="Headers" values={subject.headers} none="none" />
      </dl>
    );
  }
  const { command, args, cwd, variables } = subject;
  return (
    <dl className={styles.subject}>
      <Fact name="Command" values={[command]} />
      <Fact name="Arguments" values={args} none="none" />
      <Fact name="Folder" values={[cwd === '.' ? 'the workspace' : cwd]} />
      <Fact name="Variables" values={variables} none="none of yours" />
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
              <span className="dim">(empty)</span>
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
