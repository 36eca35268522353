import { Button } from '@mantine/core';
import { IconFileImport, IconPlugOff } from '@tabler/icons-react';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { strings } from '../../strings/server-review.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { EmptyPage } from '../../ui/empty-page.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
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
      title={strings.noTools.noToolsYet}
      actions={
        <>
          {offers.map((offer) => (
            <OfferButton key={offer.path} offer={offer} />
          ))}
          <Button {...(offers.length === 0 ? { variant: 'filled' } : {})} onClick={() => openAdd()}>
            {strings.noTools.addSource}
          </Button>
          <CommandLine command="pegboard import tools.json" />
        </>
      }
    >
      {strings.noTools.dropOrPasteMcp}
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
      title={isAllOff ? strings.noTools.allSourcesAreDisabled : strings.noTools.sourcesHaveNoTools}
      actions={
        <Button variant="filled" onClick={() => goTo('sources')}>
          {strings.noTools.goSources}
        </Button>
      }
    >
      {isAllOff
        ? strings.noTools.workspaceHasDisabledSources(sources.length)
        : problems.length === 0
          ? strings.noTools.workspaceHasSourcesBut(sources.length)
          : strings.noTools.problems}
      {problems.length > 0 && (
        <div style={{ textAlign: 'left' }}>
          <FindingList findings={problems.slice(0, 5)} label={strings.noTools.problemsSources} />
        </div>
      )}
    </EmptyPage>
  );
}
