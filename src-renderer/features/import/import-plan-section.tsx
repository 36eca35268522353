import { Alert, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ImportPlanView } from './import-plan-view.tsx';
import type { Importing } from './use-import-plan.ts';

/** What importing the chosen tools would do, or why it cannot be said. */
export function ImportPlanSection({ importing }: { importing: Importing }) {
  const { plan, isPlanning, error, changedMeanwhile } = importing;
  return (
    <>
      {isPlanning && (
        <Group gap="sm">
          <Loader size={14} aria-hidden /> <Text>Reading the tools…</Text>
        </Group>
      )}
      {error && <ErrorNotice error={error} />}
      {changedMeanwhile && (
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle size={18} />} role="status">
          <Text data-testid="import-changed">The workspace changed meanwhile. Look at the new plan.</Text>
        </Alert>
      )}
      {plan && <ImportPlanView plan={plan} />}
    </>
  );
}
