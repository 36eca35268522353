import { Button, Modal, Text } from '@mantine/core';
import { FixButton } from '../features/diagnoses/fix-button.tsx';
import { showSource, sourceKey } from '../features/sources/sources-view.ts';
import { problemsOf } from '../platform/problems-of.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { FindingList } from '../ui/finding-list.tsx';
import { sourceOfFinding } from './finding-source.ts';

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
        <FindingList
          findings={findings}
          label="Problems"
          action={(finding) => {
            const source = workspace ? sourceOfFinding(finding, workspace.config.sources) : null;
            if (!workspace || source === null) return <FixButton finding={finding} onRun={closeDialog} />;
            const show = () => {
              closeDialog();
              showSource(workspace.path, sourceKey(source));
            };
            return <Button onClick={show}>Show the source</Button>;
          }}
        />
      ) : (
        <Text>Nothing to report: pegboard.yaml and every source read well.</Text>
      )}
    </Modal>
  );
}
