import { Button } from '@mantine/core';
import { IconFileImport, IconPlugOff } from '@tabler/icons-react';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatPlural } from '../../ui/format-number.ts';
import { OfferButton, useProjectOffers } from './project-offer.tsx';

/** The catalog is empty: because nothing was added yet, or because what was added gives no tools, which is something else. */
export function NoTools() {
  const sources = useWorkspace()?.config.sources ?? [];
  return sources.length === 0 ? <NothingAdded /> : <NothingReadable />;
}

function NothingAdded() {
  const openAdd = useAddSource((state) => state.open);
  const offers = useProjectOffers();
  return (
    <EmptyPage
      icon={<IconFileImport size={28} />}
      title="No tools yet"
      actions={
        <>
          {offers.map((offer) => (
            <OfferButton key={offer.path} offer={offer} />
          ))}
          <Button {...(offers.length === 0 ? { variant: 'filled' } : {})} onClick={() => openAdd()}>
            Add a source…
          </Button>
          <CommandLine command="pegboard import tools.json" />
        </>
      }
    >
      Drop or paste what you have: an mcp.json, a command that starts an MCP server, or a captured list of tools.
    </EmptyPage>
  );
}

function NothingReadable() {
  const workspace = useWorkspace();
  const goTo = useNavigation((state) => state.goTo);
  const sources = workspace?.config.sources ?? [];
  const problems = (workspace?.findings ?? []).filter(({ severity }) => severity === 'error');
  const isAllOff = sources.every(({ enabled }) => !enabled);
  return (
    <EmptyPage
      icon={<IconPlugOff size={28} />}
      title={isAllOff ? 'Every source is disabled' : 'No source gives a tool'}
      actions={
        <Button variant="filled" onClick={() => goTo('sources')}>
          Go to Sources
        </Button>
      }
    >
      {isAllOff
        ? `The workspace has ${formatPlural(sources.length, 'source')}, whose tools are kept out of the catalog.`
        : problems.length === 0
          ? `The workspace has ${formatPlural(sources.length, 'source')}, with no tool in the catalog. Import them again to fill it.`
          : 'What was wrong with them:'}
      {problems.length > 0 && (
        <div style={{ textAlign: 'left' }}>
          <FindingList findings={problems.slice(0, 5)} label="Problems of the sources" />
        </div>
      )}
    </EmptyPage>
  );
}
