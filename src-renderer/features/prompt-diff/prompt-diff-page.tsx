import { ActionIcon, Loader, SegmentedControl, TextInput } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { usePreloadedMonaco } from '../../ui/editor/use-monaco.ts';
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
  usePreloadedMonaco();
  return (
    <>
      <h1 className="visually-hidden">Prompt</h1>
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
      aria-label="What to show"
      className="keeps"
      data={[
        { value: 'compare', label: 'Compare' },
        { value: 'profiles', label: 'Profiles' },
        { value: 'leaks', label: 'Leaks' },
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
            <span className="dim">Named settings to compare with the current workspace, kept in pegboard.yaml.</span>
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
        <ActionIcon aria-label="Swap before and after" title="Swap before and after (X)" onClick={swapSides}>
          <IconArrowsExchange size={16} />
        </ActionIcon>
        <SideSelect which="after" side={after} onChange={(side) => onChange({ after: side })} />
        {(before.kind === 'configuration' || after.kind === 'configuration') && (
          <TextInput
            id={promptDiffPlaces.query}
            className={styles.query}
            aria-label="Text of the turn, for hints and skills"
            spellCheck
            title="What the user says in this turn, for hints and skills (/)"
            placeholder="Text of the turn"
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
          <Loader size="sm" aria-label="Rendering the prompts" />
        </div>
      )}
    </>
  );
}
