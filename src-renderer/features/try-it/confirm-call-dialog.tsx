import { Modal, Stack } from '@mantine/core';
import { strings } from '../../strings/try-it.ts';
import { DialogButtons } from '../../ui/dialog-form.tsx';
import { fill } from '../../ui/fill.tsx';
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
  /** The question that waits for an answer; null when there is none. */
  asked: { readonly args: Arguments; readonly runs: string } | null;
  tool: string;
  onAgree: () => void;
  onCancel: () => void;
}) {
  return (
    <Modal opened={asked !== null} onClose={onCancel} title={strings.confirmCallDialog.thisCallMayDelete} size={640}>
      {asked && (
        <Stack gap="md" data-testid="confirm-call">
          <div>
            {fill(strings.confirmCallDialog.isMarkedAsDestructive, {
              strong: (
                <strong>
                  <ToolName name={tool} />
                </strong>
              ),
            })}
          </div>
          <div className={`${styles.sent} mono`} data-testid="confirm-arguments">
            <HostileText text={readable(asked.args)} limit={4000} />
          </div>
          <div className="dim">
            {fill(strings.confirmCallDialog.to, {
              runs: <VisibleText as="span" className="mono" text={asked.runs} lines={false} />,
            })}
          </div>
          <DialogButtons
            act={strings.confirmCallDialog.callTool}
            startsOn="cancel"
            onAct={onAgree}
            onCancel={onCancel}
            color="red"
          />
        </Stack>
      )}
    </Modal>
  );
}
