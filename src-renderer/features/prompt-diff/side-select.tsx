import { Select } from '@mantine/core';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { type RunPrompts, useRunPrompts } from '../../state/run-prompts.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { cutText } from '../../ui/cut-text.ts';
import { describedOptions } from '../../ui/described-options.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { PersonaOfSide } from './persona-of-side.tsx';
import { focusPromptDiffPlace, promptDiffPlaces } from './prompt-diff-places.ts';
import type { ChosenSide, ChosenStep } from './prompt-diff-store.ts';
import { useProfiles } from './use-profiles.ts';
import { VersionOfSide } from './version-of-side.tsx';

/** The first list names a run by this prefix and its id. */
const runPrefix = 'run:';

/** Which prompt one side is: of a profile, a persona and a version, or of a step of a run. */
export function SideSelect({
  which,
  side,
  onChange,
}: {
  which: 'before' | 'after';
  side: ChosenSide;
  onChange(side: ChosenSide): void;
}) {
  const path = useWorkspace()?.path;
  const runs = useRunPrompts().filter(({ workspace }) => workspace === path);
  const { own, others, isGone, description } = useProfiles(side.kind === 'configuration' ? side.profile : null);
  const run = side.kind === 'step' ? runs.find(({ id }) => id === side.run) : undefined;
  const value = side.kind === 'step' ? `${runPrefix}${side.run}` : side.profile;
  const noRun = side.kind === 'step' && !run;
  const choose = (chosen: ChosenSide) => {
    onChange(chosen);
    // On with the keyboard: the letters of the commands do nothing in a field.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    focusPromptDiffPlace('blocks');
  };
  const chooseWhat = (what: string) => {
    const chosen = runs.find(({ id }) => `${runPrefix}${id}` === what);
    if (chosen) return choose({ kind: 'step', run: chosen.id, step: which === 'before' ? 0 : chosen.steps.length - 1 });
    choose(side.kind === 'configuration' ? { ...side, profile: what } : { kind: 'configuration', profile: what });
  };
  return (
    <div className="row gap-8" data-testid={`side-${which}`}>
      <span className="dim note strong" aria-hidden>
        {which === 'before' ? strings.sideSelect.before : strings.sideSelect.after}
      </span>
      <Select
        id={promptDiffPlaces[which]}
        aria-label={strings.sideSelect.configuration(which)}
        title={run ? titleOfRun(run) : description && visibleString(description)}
        w={run ? 232 : 124}
        data={[
          ...(isGone || noRun
            ? [
                {
                  value,
                  label: noRun ? strings.sideSelect.runNoLongerStored : strings.sideSelect.gone(visibleString(value)),
                  disabled: true,
                },
              ]
            : []),
          ...(own.length > 0 ? [{ group: strings.sideSelect.workspace, items: own }] : []),
          { group: strings.sideSelect.everyWorkspace, items: others },
          ...(runs.length > 0
            ? [
                {
                  group: strings.sideSelect.runsSimulator,
                  items: runs.map((one) => ({ value: `${runPrefix}${one.id}`, label: titleOfRun(one) })),
                },
              ]
            : []),
        ]}
        value={value}
        error={isGone || noRun}
        {...describedOptions([...own, ...others].map(({ value, description }) => ({ name: value, description })))}
        onChange={(what) => what !== null && chooseWhat(what)}
      />
      {side.kind === 'configuration' ? (
        <>
          <PersonaOfSide which={which} side={side} onChange={choose} />
          <VersionOfSide which={which} side={side} onChange={choose} />
        </>
      ) : (
        run && <StepOfSide which={which} side={side} run={run} onChange={choose} />
      )}
    </div>
  );
}

function StepOfSide({
  which,
  side,
  run,
  onChange,
}: {
  which: 'before' | 'after';
  side: ChosenStep;
  run: RunPrompts;
  onChange(side: ChosenStep): void;
}) {
  return (
    <Select
      aria-label={strings.sideSelect.step(which)}
      title={visibleString(run.steps[side.step]?.label ?? '')}
      w={widthFor(run.steps.map(({ label }) => label))}
      searchable
      data={run.steps.map(({ label }, i) => ({ value: String(i), label: visibleString(cutText(label, 80)) }))}
      value={String(side.step)}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      maxDropdownHeight={420}
      onChange={(step) => step !== null && onChange({ ...side, step: Number(step) })}
    />
  );
}

/** Wide enough for the longest label, within what the bar can give. Pixels. */
function widthFor(labels: readonly string[]): number {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  return Math.min(320, Math.max(176, longest * 7 + 52));
}

function titleOfRun({ title, profile, at }: RunPrompts): string {
  const time = new Date(at).toLocaleTimeString('en-GB');
  return `${visibleString(cutText(title, 60))}, ${visibleString(cutText(profile, 40))}, ${time}`;
}
