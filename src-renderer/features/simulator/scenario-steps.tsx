import { Button } from '@mantine/core';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import type { ScenarioChange } from '#shared/domain/scenario-edit.ts';
import { PegboardError } from '#shared/errors.ts';
import { holdEdits } from '../../documents/edits-under-way.ts';
import type { OpenDocument } from '../../documents/use-document.ts';
import { tellError } from '../../platform/undo-change.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { FormFlushContext, flushForm } from '../packs/form-flush.ts';
import styles from './scenario.module.css';
import { changesFor, type StepsView, stepsOf } from './scenario-steps-view.ts';
import { useSimulatorActions } from './simulator-actions.ts';
import { simulatorPlaces } from './simulator-places.ts';
import { StepsExpect } from './steps-expect.tsx';
import { StepsForm, type StepsFormContext, useStepsForm } from './steps-fields.tsx';
import { StepsResults } from './steps-results.tsx';
import { StepsTurn } from './steps-turn.tsx';
import { useKeptKeys } from './use-kept-keys.ts';
import type { EditScenario } from './use-scenario-edits.ts';

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
  const { key, text, save } = document;
  const flushes = useMemo(() => new Set<() => Promise<void>>(), []);
  // Before the fields go, so that what they hold is waited for.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const settled = useCallback(() => flushForm(flushes).then(() => last.current), [flushes]);
  useEffect(() => holdEdits(key, settled), [key, settled]);
  const read = useMemo(() => stepsOf(text), [text]);
  const shown = useRef(text);
  shown.current = text;
  const form = useMemo((): StepsFormContext => {
    const change = (changes: readonly ScenarioChange[]) => {
      // The numbers of items are those of the text that the form shows now.
      const meant = shown.current;
      return edit((now) => changesFor(changes, meant, now));
    };
    const act = async (changes: readonly ScenarioChange[]) => {
      // What a field holds comes first: a number of an item is that of before.
      const made = flushForm(flushes).then(() => change(changes));
      last.current = made;
      const refused = await made;
      if (refused !== null) tellError(new PegboardError('scenario_invalid', refused));
    };
    return { tools, schemas, edit: change, act };
  }, [tools, schemas, edit, flushes]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const pressed = event.key.toLowerCase();
    if (pressed === 's' && !event.shiftKey) void settled().then(save);
    else if (pressed === 'enter') void settled().then(() => useSimulatorActions.getState().run?.());
    else if (pressed === 'z' || pressed === 'y') void settled().then(() => undo(pressed === 'y' || event.shiftKey));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <FormFlushContext value={flushes}>
      <StepsForm value={form}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that belong to the fields inside */}
        <div id={simulatorPlaces.steps} className={styles.steps} data-testid="scenario-steps" onKeyDown={onKeyDown}>
          {'problem' in read ? (
            <p data-testid="steps-problem">The steps cannot be shown: {read.problem} Change it in the source.</p>
          ) : (
            <Parts view={read.view} />
          )}
        </div>
      </StepsForm>
    </FormFlushContext>
  );
}

function Parts({ view: { turns, hasTurns, results, expect, others } }: { view: StepsView }) {
  const { act } = useStepsForm();
  const keys = useKeptKeys(turns);
  const begin: ScenarioChange[] = hasTurns ? [] : [{ act: 'turns' }];
  const added = { query: 'And then?', script: [{ answer: 'Done.' }] };
  return (
    <>
      {turns.map((turn, i) => (
        <StepsTurn
          key={keys[i]}
          turn={turn}
          number={i + 1}
          hasTurns={hasTurns}
          onRemove={turns.length > 1 ? () => void act([{ act: 'remove', path: turn.path }]) : null}
        />
      ))}
      <div className={styles.stepsActs}>
        <Button onClick={() => void act([...begin, { act: 'insert', path: ['turns', turns.length], value: added }])}>
          Add a turn
        </Button>
      </div>
      <StepsResults results={results} />
      <StepsExpect expect={expect} />
      {others.length > 0 && (
        <p className="dim" data-testid="source-only">
          In the source only: {visibleString(others.join(', '))}.
        </p>
      )}
    </>
  );
}
