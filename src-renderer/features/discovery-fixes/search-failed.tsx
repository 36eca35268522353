import { Code } from '@mantine/core';
import { IconToggleLeft } from '@tabler/icons-react';
import type { PegboardError } from '#shared/errors.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/discovery-fixes.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { FixButton } from './fix-button.tsx';
import { searchOff } from './fix-commands.ts';

const configurationToAdd = 'tool_search:\n  hybrid:\n    enabled: true\n';

/** Hybrid search is off: what it is and what switches it on. */
function HybridOff() {
  return (
    <EmptyPage
      icon={<IconToggleLeft size={28} />}
      title={strings.searchFailed.hybridSearchOffWorkspace}
      actions={
        <>
          <Code block ta="left">
            {configurationToAdd}
          </Code>
          <CopyTextButton text={configurationToAdd} label={strings.searchFailed.copy} />
        </>
      }
    >
      {strings.searchFailed.hybridSearchFirstSearches}
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
        title={strings.searchFailed.toolSearchOffWorkspace}
        actions={<FixButton finding={off} isMain hasKey />}
      >
        {fill(strings.searchFailed.everyPermittedTool, {
          toolSearch: <span className="mono">{'tool_search.enabled'}</span>,
          value: strings.searchFailed.toolsThatDeclare(off.code === 'search_off_with_deferred'),
        })}
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
