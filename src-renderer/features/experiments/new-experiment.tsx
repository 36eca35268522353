import { Button, Checkbox, Chip, NumberInput, Radio, Select, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import type { ExperimentPlan, TaskFile } from '#shared/contract/experiments.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/experiments.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import {
  type ArmChoice,
  armChoices,
  chosenTasks,
  type Draft,
  draftInput,
  type Limits,
  limitNames,
  mostArms,
  type Player,
  players,
} from './experiment-draft.ts';
import { planQuery, profilesQuery, tasksQuery } from './experiment-queries.ts';
import { noProgress, useExperimentRuns } from './experiment-runs.ts';
import styles from './experiments.module.css';
import { changeDraft, showList, startDraft } from './experiments-model.ts';
import { experimentsPlaces } from './experiments-places.ts';
import { initialView, newExperiment, useExperiments } from './experiments-store.ts';
import { costText } from './metric-texts.ts';

/** A new experiment: its tasks, arms, player and limits, and what that would take before it starts. */
export function NewExperiment({ workspace }: { workspace: WorkspaceSummary }) {
  const { path, config } = workspace;
  const { draft } = useExperiments((state) => state.views[path] ?? initialView);
  const tasks = useQuery(tasksQuery(workspace));
  const { data: profiles = [] } = useQuery(profilesQuery(workspace));
  if (!tasks.data) return <ScreenWaits error={tasks.error}>{strings.list.loading}</ScreenWaits>;
  const choices = armChoices({ profiles, hasSkills: config.skills.enabled });
  const change = (next: Partial<Draft>) => changeDraft(path, next);
  return (
    <div className="column">
      <div className="tight-toolbar">
        <Button title={strings.draft.backHint} onClick={showList}>
          {strings.draft.back}
        </Button>
        <h2 className="panel-title">{strings.draft.title}</h2>
      </div>
      <div className={`scrolling-rest ${styles.draft}`} data-testid="new-experiment">
        <div className={styles.draftFields}>
          <TextInput
            id={experimentsPlaces.name}
            className={styles.short}
            label={strings.draft.name}
            placeholder={strings.draft.namePlaceholder}
            maxLength={200}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TaskFields draft={draft} tasks={tasks.data} onChange={change} />
          <ArmFields draft={draft} choices={choices} onChange={change} />
          <PlayerFields draft={draft} onChange={change} />
          <ExtentFields draft={draft} onChange={change} />
        </div>
        <Plan workspace={workspace} draft={draft} tasks={tasks.data} choices={choices} />
      </div>
    </div>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  onChange(next: Partial<Draft>): void;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend className="heading">{title}</legend>
      {children}
    </fieldset>
  );
}

/** The list without an item, or with it. */
const toggled = <Item,>(items: readonly Item[], item: Item): readonly Item[] =>
  items.includes(item) ? items.filter((one) => one !== item) : [...items, item];

function TaskFields({ draft, tasks, onChange }: FieldsProps & { tasks: readonly TaskFile[] }) {
  const found = chosenTasks({ tasks, levels: draft.levels, tags: draft.tags });
  return (
    <Part title={strings.draft.tasks}>
      <div className={styles.choices}>
        {found.levels.map(({ level, count }) => (
          <Checkbox
            key={level}
            size="xs"
            label={strings.draft.counted(strings.draft.levels[level], count)}
            disabled={count === 0}
            checked={draft.levels.includes(level)}
            onChange={() => onChange({ levels: toggled(draft.levels, level) })}
          />
        ))}
      </div>
      {found.tags.length > 0 && (
        <fieldset className={styles.tags}>
          <legend className="dim note">{strings.draft.tags}</legend>
          {found.tags.map(({ tag, count }) => (
            <Chip
              key={tag}
              size="xs"
              checked={draft.tags.includes(tag)}
              onChange={() => onChange({ tags: toggled(draft.tags, tag) })}
            >
              <VisibleText text={strings.draft.counted(tag, count)} lines={false} />
            </Chip>
          ))}
        </fieldset>
      )}
      <p className={found.chosen.length === 0 ? 'is-error flush' : 'dim flush'} role="status">
        {found.chosen.length === 0
          ? strings.draft.noneChosen
          : strings.draft.chosen(found.chosen.length, found.playable.length)}
      </p>
      {found.odd.length > 0 && (
        <details>
          <summary className="more-summary">{strings.draft.unreadable(found.odd.length)}</summary>
          <FindingList
            label={strings.draft.unreadable(found.odd.length)}
            findings={found.odd.flatMap(({ findings }) => findings).slice(0, mostFindings)}
          />
        </details>
      )}
    </Part>
  );
}

/** Findings that are laid out. */
const mostFindings = 100;

function ArmFields({ draft, choices, onChange }: FieldsProps & { choices: readonly ArmChoice[] }) {
  const chosen = draft.arms.filter((name) => choices.some(({ arm }) => arm.name === name));
  return (
    <Part title={strings.draft.arms}>
      <p className="dim flush">{strings.draft.armsHint}</p>
      <table className={styles.arms} data-testid="experiment-arms">
        <tbody>
          {choices.map(({ arm: { name }, title, meaning }) => {
            const isChosen = chosen.includes(name);
            return (
              <tr key={name} data-arm={name}>
                <td>
                  <Checkbox
                    size="xs"
                    label={<VisibleText text={title} lines={false} />}
                    checked={isChosen}
                    disabled={!isChosen && chosen.length >= mostArms}
                    onChange={() => onChange({ arms: toggled(chosen, name) })}
                  />
                </td>
                <td className="dim">
                  <VisibleText text={meaning} lines={false} />
                </td>
                <td>
                  {isChosen && (
                    <Radio
                      size="xs"
                      name="experiment-baseline"
                      label={strings.draft.baseline}
                      checked={chosen[0] === name}
                      onChange={() => onChange({ arms: [name, ...chosen.filter((one) => one !== name)] })}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Part>
  );
}

function PlayerFields({ draft, onChange }: FieldsProps) {
  return (
    <Part title={strings.draft.player}>
      <div className={styles.fields}>
        <Select
          label={strings.draft.player}
          w={190}
          allowDeselect={false}
          data={players.map((value) => ({ value, label: strings.draft.players[value] }))}
          value={draft.player}
          onChange={(value) => value !== null && onChange({ player: value as Player })}
        />
        {draft.player !== 'scripted' && (
          <TextInput
            label={strings.draft.model}
            placeholder={strings.draft.modelPlaceholder}
            required
            value={draft.model}
            onChange={(event) => onChange({ model: event.currentTarget.value })}
          />
        )}
        {draft.player === 'openai-compatible' && (
          <TextInput
            label={strings.draft.baseUrl}
            placeholder={strings.draft.baseUrlPlaceholder}
            required
            w={280}
            value={draft.baseUrl}
            onChange={(event) => onChange({ baseUrl: event.currentTarget.value })}
          />
        )}
      </div>
      <p className="dim flush">{draft.player === 'scripted' ? strings.draft.scripted : strings.draft.live}</p>
    </Part>
  );
}

function ExtentFields({ draft, onChange }: FieldsProps) {
  return (
    <Part title={strings.draft.extent}>
      <div className={styles.fields}>
        <NumberInput
          label={strings.draft.repetitions}
          w={110}
          min={1}
          max={100}
          allowDecimal={false}
          value={draft.repetitions}
          onChange={(value) => typeof value === 'number' && value >= 1 && onChange({ repetitions: value })}
        />
        <LimitFields limits={draft.limits} onChange={(limits) => onChange({ limits })} />
      </div>
      <p className="dim flush">{strings.draft.limitsHint}</p>
    </Part>
  );
}

/** A field for each limit; an empty one is none. */
export function LimitFields({ limits, onChange }: { limits: Limits; onChange(limits: Limits): void }) {
  return limitNames.map((name) => (
    <NumberInput
      key={name}
      label={strings.draft.limits[name]}
      placeholder={strings.draft.noLimit}
      w={130}
      min={0}
      max={1_000_000_000}
      hideControls
      thousandSeparator=","
      allowDecimal={name === 'cost_usd' || name === 'minutes'}
      value={limits[name] ?? ''}
      onChange={(value) => {
        const { [name]: _, ...others } = limits;
        onChange(typeof value === 'number' && value > 0 ? { ...others, [name]: value } : others);
      }}
    />
  ));
}

function Plan({
  workspace,
  draft,
  tasks,
  choices,
}: {
  workspace: WorkspaceSummary;
  draft: Draft;
  tasks: readonly TaskFile[];
  choices: readonly ArmChoice[];
}) {
  const { stop, error: failed } = useExperimentRuns((runs) => runs[workspace.path] ?? noProgress);
  const input = draftInput({ draft: useDeferredValue(draft), tasks, choices });
  const { data, error, isFetching } = useQuery({ ...planQuery(workspace, input), placeholderData: keepPreviousData });
  const plan = input === null || error ? null : (data ?? null);
  const isReady = plan !== null && !isFetching && stop === null && (!plan.live || draft.agreed);
  return (
    <section className={styles.plan} aria-label={strings.draft.plan} data-testid="experiment-plan">
      <h3 className="heading">{strings.draft.plan}</h3>
      {failed?.of === newExperiment && <ErrorNotice error={failed.error} />}
      {error && input !== null && <ErrorNotice error={error} />}
      {plan && <PlanFacts plan={plan} repetitions={draft.repetitions} />}
      {input !== null && !plan && !error && <p className="dim flush">{strings.draft.planning}</p>}
      {plan?.live && (
        <Checkbox
          size="xs"
          label={<VisibleText text={strings.draft.agree(plan.model)} lines={false} />}
          checked={draft.agreed}
          onChange={(event) => changeDraft(workspace.path, { agreed: event.currentTarget.checked })}
        />
      )}
      <div className="button-line">
        <Button
          variant="filled"
          disabled={!isReady}
          loading={stop !== null}
          title={strings.draft.runHint}
          onClick={startDraft}
          data-testid="experiment-run"
        >
          {plan ? strings.draft.run(plan.trials) : strings.draft.runNothing}
        </Button>
      </div>
    </section>
  );
}

function PlanFacts({ plan, repetitions }: { plan: ExperimentPlan; repetitions: number }) {
  const { trials, tasks, arms, model, tokens, cost_usd, live, findings } = plan;
  return (
    <div role="status">
      <p className="strong flush">
        <VisibleText
          text={strings.draft.planned({ trials, tasks, arms: arms.length, repetitions, model })}
          lines={false}
        />
      </p>
      <p className="flush">
        {tokens === null ? strings.draft.noTokens : strings.draft.tokens(formatCount(tokens))}{' '}
        {!live ? strings.draft.free : cost_usd === null ? strings.draft.noCost : strings.draft.cost(costText(cost_usd))}
      </p>
      {findings.length > 0 && (
        <details>
          <summary className="more-summary">{strings.draft.findings(findings.length)}</summary>
          <FindingList label={strings.draft.findings(findings.length)} findings={findings.slice(0, mostFindings)} />
        </details>
      )}
    </div>
  );
}
