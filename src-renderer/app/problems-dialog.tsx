import { Modal, Text } from '@mantine/core';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { FindingList } from '../ui/finding-list.tsx';
import { problemsOf } from './problems-of.ts';

/** What the checks found in this workspace. */
export function ProblemsDialog() {
  const { dialog, closeDialog } = useNavigation();
  const workspace = useWorkspace();
  const findings = workspace ? problemsOf(workspace) : [];
  return (
    <Modal
      opened={dialog === 'problems'}
      onClose={closeDialog}
      title="Problems"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {findings.length > 0 ? (
        <FindingList findings={findings} label="Problems" />
      ) : (
        <Text>Nothing to report: pegboard.yaml and every source read well.</Text>
      )}
    </Modal>
  );
}
