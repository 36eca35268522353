import { ActionIcon, Loader, SegmentedControl, TextInput } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { NoTools } from '../server-review/no-tools.tsx';
import { LeaksPanel } from './leaks-panel.tsx';
import { ProfilesPanel } from './profiles-panel.tsx';
import styles from './prompt-diff.module.css';
import { swapSides } from './prompt-diff-model.ts';
import { promptDiffPlaces } from './prompt-diff-places.ts';
import { initialView, type PromptDiffView, type PromptTab, usePromptDiffStore } from './prompt-diff-store.ts';
import { Prompts } from './prompts-view.tsx';
import { SideSelect } from './side-select.tsx';
import { useComparedPrompts } from './use-compared-prompts.ts';

/** Two prompts of this workspace: what each block costs, what differs, and where a cache would break. */
export function PromptDiffPage() {
  const workspace = useWorkspace();
  return (
    <>
      <h1 className="visually-hidden">{strings.promptDiffPage.prompt}</h1>
      {workspace?.tools === 0 ? <NoTools /> : workspace && <PromptDiff workspace={workspace} />}
    </>
  );
}

function PromptDiff({ workspace: { path } }: { workspace: WorkspaceSummary }) {
  const view = usePromptDiffStore((state) => state.views[path] ?? initialView);
  const onChange = useCallback(
    (next: Partial<PromptDiffView>) => usePromptDiffStore.getState().change(path, next),
    [path],
  );
  const { tab } = view;
  const tabs = (
    <SegmentedControl
      aria-label={strings.promptDiffPage.view}
      className="keeps"
      data={[
        { value: 'compare', label: strings.promptDiffPage.compare },
        { value: 'profiles', label: strings.promptDiffPage.profiles },
        { value: 'leaks', label: strings.promptDiffPage.leaks },
      ]}
      value={tab}
      onChange={(value) => onChange({ tab: value as PromptTab })}
    />
  );
  return (
    <div className="scrolling-column">
      {tab === 'compare' ? (
        <Compare tabs={tabs} view={view} onChange={onChange} />
      ) : tab === 'leaks' ? (
        <LeaksPanel tabs={tabs} side={view.leaks} onChange={onChange} />
      ) : (
        <>
          <div className="tight-toolbar">
            {tabs}
            <span className="dim">{strings.promptDiffPage.namedSettingsCompareCurrent}</span>
          </div>
          <div className={styles.profiles}>
            <ProfilesPanel view={view} onChange={onChange} />
          </div>
        </>
      )}
    </div>
  );
}

function Compare({
  tabs,
  view,
  onChange,
}: {
  tabs: ReactNode;
  view: PromptDiffView;
  onChange(view: Partial<PromptDiffView>): void;
}) {
  const { before, after, query } = view;
  const { prompts, isStale, error, gone } = useComparedPrompts(view);

  return (
    <>
      <div className="tight-toolbar">
        {tabs}
        <SideSelect which="before" side={before} onChange={(side) => onChange({ before: side })} />
        <ActionIcon
          aria-label={strings.promptDiffPage.swapBeforeAfter}
          title={strings.promptDiffPage.swapBeforeAfterX}
          onClick={swapSides}
        >
          <IconArrowsExchange size={16} />
        </ActionIcon>
        <SideSelect which="after" side={after} onChange={(side) => onChange({ after: side })} />
        {(before.kind === 'configuration' || after.kind === 'configuration') && (
          <TextInput
            id={promptDiffPlaces.query}
            className={styles.query}
            aria-label={strings.promptDiffPage.userMessageOfTurn}
            spellCheck
            title={strings.promptDiffPage.userMessageOfTurnForHints}
            placeholder={strings.promptDiffPage.userMessage}
            value={query}
            onChange={(event) => onChange({ query: event.currentTarget.value })}
          />
        )}
      </div>
      {gone !== null ? (
        <PersonaGone name={gone} />
      ) : error ? (
        <div className={styles.notice}>
          <ErrorNotice error={error} />
        </div>
      ) : prompts ? (
        <Prompts prompts={prompts} view={view} isStale={isStale} onChange={onChange} />
      ) : (
        <div className="grows centered">
          <Loader size="sm" aria-label={strings.promptDiffPage.renderingPrompts} />
        </div>
      )}
    </>
  );
}
