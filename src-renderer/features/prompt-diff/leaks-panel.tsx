import { Button, Progress, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LeakReport } from '#shared/domain/leak-report.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
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
import { type LeakCheck, useLeakCheck } from './use-leak-check.ts';
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
        <PersonaOfSide which="to check" side={side} onChange={choose} />
        <Select
          id={promptDiffPlaces.leaks}
          aria-label="Profile to check"
          w={150}
          data={[...own, ...others]}
          value={side.profile}
          onChange={(profile) => profile !== null && choose({ ...side, profile })}
        />
        <Button title="Check again (E)" onClick={checkLeaks}>
          Check again
        </Button>
        <span className="dim">What the model could read. Results of tools are not checked.</span>
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
        {total > 0
          ? `Asked for ${formatCount(done)} of ${formatPlural(total, 'hidden name')}…`
          : 'Rendering the texts…'}
        <Progress aria-label="Progress of the check" value={total > 0 ? (100 * done) / total : 0} w={280} />
      </div>
    );
  }
  return (
    <>
      <Verdict report={report} />
      <div className={page.profiles}>
        <SplitPanels
          name="leaks"
          label="Resize the panels"
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
  const who = persona === null ? 'an agent without a persona' : visibleString(persona);
  const texts = places.reduce((sum, place) => sum + place.texts, 0);
  return (
    <div className={styles.verdict} data-testid="leak-verdict" data-leaks={found > 0 || undefined} role="status">
      {found > 0 ? (
        <b>
          ✕ {formatPlural(found, 'hidden name')} {found === 1 ? 'stands' : 'stand'} where the model of {who} could read{' '}
          {found === 1 ? 'it' : 'them'}.
        </b>
      ) : hidden.length === 0 ? (
        <b>Nothing is hidden from {who}: there is nothing to look for.</b>
      ) : (
        <b>
          ✓ None of the {formatPlural(hidden.length, 'hidden name')} stands in any of {formatPlural(texts, 'text')} that
          the model of {who} could read.
        </b>
      )}
      {ordinary.length > 0 && (
        <span className="dim">
          {' '}
          Not looked for, since they are words of Pegboard’s own texts or arguments of visible tools:{' '}
          {visibleString(ordinary.slice(0, 20).join(', '))}
          {ordinary.length > 20 && ` and ${formatCount(ordinary.length - 20)} more`}.
        </span>
      )}
    </div>
  );
}
