import { IconKey } from '@tabler/icons-react';
import { strings } from '../../strings/app.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';

/** The page of a browser that came without the link: who may enter is decided by the token in it. */
export function NoTokenPage() {
  return (
    <main style={{ height: '100%' }} data-testid="no-token-page">
      <EmptyPage
        icon={<IconKey size={28} />}
        title={strings.noTokenPage.openLinkPegboardServe}
        level={1}
        actions={<CommandLine command="pegboard serve" />}
      >
        {strings.noTokenPage.thisAddress}
      </EmptyPage>
    </main>
  );
}
