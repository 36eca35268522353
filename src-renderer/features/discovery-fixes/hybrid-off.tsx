import { Code } from '@mantine/core';
import { IconToggleLeft } from '@tabler/icons-react';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';

const configurationToAdd = 'tool_search:\n  hybrid:\n    enabled: true\n';

/** Hybrid search is off: what it is and what switches it on. */
export function HybridOff() {
  return (
    <EmptyPage
      icon={<IconToggleLeft size={28} />}
      title="Hybrid search is off in this workspace"
      actions={
        <>
          <Code block ta="left">
            {configurationToAdd}
          </Code>
          <CopyTextButton text={configurationToAdd} label="Copy" />
        </>
      }
    >
      It asks the words first, and an embedder where they are not sure. The embedder works offline unless you name
      another. Set this in pegboard.yaml; the screen follows by itself.
    </EmptyPage>
  );
}
