import { Button, Progress, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { LeakReport } from '#shared/domain/leak-report.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { useClient } from '../../platform/client.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { HiddenNames } from './hidden-names.tsx';
import styles from './leaks.module.css';
import { PersonaOfSide } from './persona-of-side.tsx';
import page from './prompt-diff.module.css';
import { checkLeaks } from './prompt-diff-model.ts';
import { promptDiffPlaces } from './prompt-diff-places.ts';
import type { ChosenConfiguration, PromptDiffView } from './prompt-diff-store.ts';
import { ScannedPlaces } from './scanned-places.tsx';
import { useProfiles } from './use-profiles.ts';

/** Proof that what is hidden from a persona stands in no text that its model could read, and what is hidden and why. */
export function LeaksPanel({
  tabs,
  side,
  onChange,
}: {
  tabs: ReactNode;
  side: ChosenConfiguration;
  onChange(view: Partial<PromptDiffView>): void;
}) {
  const check = useLeakCheck(side);
  const { own, others } = useProfiles(side.profile);
  const choose = (leaks: ChosenConfiguration) => onChange({ leaks });
  return (
    <>
      <div className="tight-toolbar">
        {tabs}
        <PersonaOfSide which={strings.leaksPanel.check} side={side} onChange={choose} />
        <Select
          id={promptDiffPlaces.leaks}
          aria-label={strings.leaksPanel.profileCheck}
          w={150}
          data={[...own, ...others]}
          value={side.profile}
          onChange={(profile) => profile !== null && choose({ ...side, profile })}
        />
        <Button title={strings.leaksPanel.checkAgainE} onClick={checkLeaks}>
          {strings.leaksPanel.checkAgain}
        </Button>
        <span className="dim">{strings.leaksPanel.textsThatModel}</span>
      </div>
      {check.gone !== null ? <PersonaGone name={check.gone} /> : <Outcome check={check} />}
    </>
  );
}

function Outcome({ check: { report, progress, error } }: { check: LeakCheck }) {
  if (error) {
    return (
      <div className={page.notice}>
        <ErrorNotice error={error} />
      </div>
    );
  }
  if (!report) {
    const { done, total } = progress ?? { done: 0, total: 0 };
    return (
      <div className={styles.waiting} role="status">
        {total > 0 ? strings.leaksPanel.asked(formatCount(done), total) : strings.leaksPanel.renderingTexts}
        <Progress aria-label={strings.leaksPanel.progressCheck} value={total > 0 ? (100 * done) / total : 0} w={280} />
      </div>
    );
  }
  return (
    <>
      <Verdict report={report} />
      <div className={page.profiles}>
        <SplitPanels
          name="leaks"
          label={strings.leaksPanel.resizePanels}
          orientation="horizontal"
          panels={[
            { defaultSize: 54, min: '300px', content: <ScannedPlaces report={report} /> },
            { defaultSize: 46, min: '260px', content: <HiddenNames report={report} /> },
          ]}
        />
      </div>
    </>
  );
}

function Verdict({ report: { persona, hidden, ordinary, places, found } }: { report: LeakReport }) {
  const who = persona === null ? strings.leaksPanel.agentWithoutPersona : visibleString(persona);
  const namesNotChecked = visibleString(ordinary.slice(0, 20).join(', '));
  const texts = places.reduce((sum, place) => sum + place.texts, 0);
  return (
    <div className={styles.verdict} data-testid="leak-verdict" data-leaks={found > 0 || undefined} role="status">
      {found > 0 ? (
        <b>✕ {strings.leaksPanel.modelOfCouldRead(found, who)}</b>
      ) : hidden.length === 0 ? (
        <b>{strings.leaksPanel.nothingIsHidden(who)}</b>
      ) : (
        <b>{strings.leaksPanel.noneOfHiddenNames(hidden.length, texts, who)}</b>
      )}
      {ordinary.length > 0 && (
        <span className="dim">
          {' '}
          {ordinary.length > 20
            ? strings.leaksPanel.notCheckedMore(namesNotChecked, formatCount(ordinary.length - 20))
            : strings.leaksPanel.notCheckedBecausePegboards(namesNotChecked)}
        </span>
      )}
    </div>
  );
}

interface LeakCheck {
  /** The report on the chosen persona and profile; null while they are checked, and after an error. */
  readonly report: LeakReport | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly error: Error | null;
  /** The persona that is followed and no longer configured. */
  readonly gone: string | null;
}

/** Checks a persona for leaks, again whenever the workspace changes; leaving the tab, or a newer question, stops it. */
function useLeakCheck({ profile, persona }: ChosenConfiguration): LeakCheck {
  const client = useClient();
  const workspace = useWorkspace();
  const active = useActivePersona()?.name;
  const gonePersona = useGonePersona();
  const gone = persona === undefined ? gonePersona : null;
  const name = persona === undefined ? active : (persona ?? undefined);
  const request = { profile, ...(name === undefined ? {} : { persona: name }) };
  const [progress, setProgress] = useState<LeakCheck['progress']>(null);
  const check = useQuery({
    queryKey: ['leaks', workspace?.path, workspace?.revision, request],
    queryFn: async ({ signal }) => {
      setProgress(null);
      for await (const event of await client.leaks.check(request, { signal })) {
        if (event.type === 'done') return event.report;
        setProgress(event);
      }
      throw new Error(strings.leaksPanel.checkEndedWithoutResult);
    },
    enabled: workspace !== null && gone === null,
    // Skills may change meanwhile: what is asked again is looked up again.
    staleTime: 0,
    gcTime: 30_000,
  });
  return {
    report: check.isFetching || check.error ? null : (check.data ?? null),
    progress,
    error: !check.isFetching ? check.error : null,
    gone,
  };
}
