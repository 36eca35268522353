import { Modal, Stack } from '@mantine/core';
import { DialogButtons } from '../../ui/dialog-form.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './try-it.module.css';
import { type Arguments, readable } from './try-it-store.ts';

/** Asks before a call that may destroy something, and shows exactly what will be sent. The focus starts on Cancel. */
export function ConfirmCallDialog({
  asked,
  tool,
  onAgree,
  onCancel,
}: {
  /** What waits for an answer; null: nothing does. */
  asked: { readonly args: Arguments; readonly runs: string } | null;
  tool: string;
  onAgree: () => void;
  onCancel: () => void;
}) {
  return (
    <Modal opened={asked !== null} onClose={onCancel} title="This call may destroy something" size={640}>
      {asked && (
        <Stack gap="md" data-testid="confirm-call">
          <div>
            <strong>
              <ToolName name={tool} />
            </strong>{' '}
            is marked as destructive. Exactly this will be sent:
          </div>
          <div className={`${styles.sent} mono`} data-testid="confirm-arguments">
            <HostileText text={readable(asked.args)} limit={4000} />
          </div>
          <div className="dim">
            To <VisibleText as="span" className="mono" text={asked.runs} lines={false} />
          </div>
          <DialogButtons act="Call it" startsOn="cancel" onAct={onAgree} onCancel={onCancel} color="red" />
        </Stack>
      )}
    </Modal>
  );
}
