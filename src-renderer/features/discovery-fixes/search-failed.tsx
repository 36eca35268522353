import { Code } from '@mantine/core';
import { IconToggleLeft } from '@tabler/icons-react';
import type { PegboardError } from '#shared/errors.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FixButton } from './fix-button.tsx';
import { searchOff } from './fix-commands.ts';

const configurationToAdd = 'tool_search:\n  hybrid:\n    enabled: true\n';

/** Hybrid search is off: what it is and what switches it on. */
function HybridOff() {
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

/** The search did not run. */
export function SearchFailed({ error }: { error: PegboardError }) {
  const workspace = useWorkspace();
  const off = (workspace && searchOff(workspace)) ?? { code: 'search_off' as const };
  if (error.code === 'tool_search_not_configured') {
    return (
      <EmptyPage
        icon={<IconToggleLeft size={28} />}
        title="Tool search is off in this workspace"
        actions={<FixButton finding={off} isMain hasKey />}
      >
        Every permitted tool is in the prompt, so there is nothing to search, and a model that calls tool_search reads
        that it is not configured. The cause: <span className="mono">tool_search.enabled</span> is false in
        pegboard.yaml. To turn it on defers{' '}
        {off.code === 'search_off_with_deferred'
          ? 'the tools that say so'
          : 'every tool that no pattern of always_loaded_patterns names'}
        ; the index is made by itself.
      </EmptyPage>
    );
  }
  if (error.code === 'hybrid_not_configured') return <HybridOff />;
  return (
    <div style={{ padding: 12 }}>
      <ErrorNotice error={error} />
    </div>
  );
}
