import { Button } from '@mantine/core';
import { type KeyboardEvent, memo, useMemo } from 'react';
import type { ScenarioChange } from '#shared/domain/scenario-edit.ts';
import { PegboardError } from '#shared/errors.ts';
import type { OpenDocument } from '../../documents/use-document.ts';
import { tellError } from '../../platform/undo-change.ts';
import { strings } from '../../strings/scenario.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import styles from './scenario.module.css';
import type { EditScenario } from './scenario-edits.ts';
import { changesFor, type StepsView, stepsOf } from './scenario-steps-view.ts';
import { runScenario } from './simulator-model.ts';
import { simulatorPlaces } from './simulator-places.ts';
import { StepsExpect } from './steps-expect.tsx';
import { StepsForm, type StepsFormContext, useStepsForm } from './steps-fields.tsx';
import { StepsResults } from './steps-results.tsx';
import { StepsTurn } from './steps-turn.tsx';
import { useKeptKeys } from './use-kept-keys.ts';

/** A scenario as steps: every change is an edit of its text, which keeps every other byte. */
export function ScenarioSteps({
  document,
  tools,
  schemas,
  edit,
  undo,
}: {
  document: OpenDocument;
  tools: readonly string[];
  schemas: ReadonlyMap<string, unknown>;
  edit: EditScenario;
  /** Takes the last change of the text back, or makes it again: form and source have one history. */
  undo(redo: boolean): void;
}) {
  const { text, save } = document;
  const read = useMemo(() => stepsOf(text), [text]);
  const form = useMemo((): StepsFormContext => {
    // The numbers of items are those of the text that the form shows.
    const change = (changes: readonly ScenarioChange[]) => edit((now) => changesFor(changes, text, now));
    const act = (changes: readonly ScenarioChange[]) => {
      const refused = change(changes);
      if (refused !== null) tellError(new PegboardError('scenario_invalid', refused));
    };
    return { tools, schemas, edit: change, act };
  }, [tools, schemas, edit, text]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const pressed = event.key.toLowerCase();
    if (pressed === 's' && !event.shiftKey) void save();
    else if (pressed === 'enter') runScenario();
    else if (pressed === 'z' || pressed === 'y') undo(pressed === 'y' || event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <StepsForm value={form}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that belong to the fields inside */}
      <div id={simulatorPlaces.steps} className={styles.steps} data-testid="scenario-steps" onKeyDown={onKeyDown}>
        {'problem' in read ? (
          <p data-testid="steps-problem">{strings.scenarioSteps.formCannotShowSteps(read.problem)}</p>
        ) : (
          <Parts view={read.view} />
        )}
      </div>
    </StepsForm>
  );
}

/** Drawn when the scenario changes: a run tells a hundred events, and to draw a field for each takes the time of the run. */
const Parts = memo(function Parts({ view: { turns, hasTurns, results, expect, others } }: { view: StepsView }) {
  const { act } = useStepsForm();
  const keys = useKeptKeys(turns);
  const begin: ScenarioChange[] = hasTurns ? [] : [{ act: strings.scenarioSteps.turns }];
  const added = { query: strings.scenarioSteps.andThen, script: [{ answer: 'Done.' }] };
  return (
    <>
      {turns.map((turn, i) => (
        <StepsTurn
          key={keys[i]}
          turn={turn}
          number={i + 1}
          hasTurns={hasTurns}
          onRemove={turns.length > 1 ? () => act([{ act: 'remove', path: turn.path }]) : null}
        />
      ))}
      <div className={styles.stepsActs}>
        <Button onClick={() => act([...begin, { act: 'insert', path: ['turns', turns.length], value: added }])}>
          {strings.scenarioSteps.addTurn}
        </Button>
      </div>
      <StepsResults results={results} />
      <StepsExpect expect={expect} />
      {others.length > 0 && (
        <p className="dim" data-testid="source-only">
          {strings.scenarioSteps.editableInSourceOnly(visibleString(others.join(', ')))}
        </p>
      )}
    </>
  );
});
