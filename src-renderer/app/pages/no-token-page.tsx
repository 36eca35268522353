import { IconKey } from '@tabler/icons-react';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';

/** The page of a browser that came without the link: who may enter is decided by the token in it. */
export function NoTokenPage() {
  return (
    <main style={{ height: '100%' }} data-testid="no-token-page">
      <EmptyPage
        icon={<IconKey size={28} />}
        title="Open the link that pegboard serve printed"
        level={1}
        actions={<CommandLine command="pegboard serve" />}
      >
        This address alone does not open Pegboard: the link in the terminal carries a token that only you have seen. Is
        the terminal gone? Start it again and open the new link.
      </EmptyPage>
    </main>
  );
}
