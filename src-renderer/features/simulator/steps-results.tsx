import { ActionIcon, Autocomplete, Button, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { strings } from '../../strings/scenario.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { recordOf } from '../../ui/json-value.ts';
import { useTypedValue } from '../packs/use-typed-value.ts';
import styles from './scenario.module.css';
import type { ResultsView } from './scenario-steps-view.ts';
import { type Json, JsonField, NumberField, TextField, useStepsForm } from './steps-fields.tsx';
import { InSourceOnly, PartHead } from './steps-turn.tsx';

const kinds = [
  { value: 'value', label: strings.stepsResults.givesValue },
  { value: 'error', label: strings.stepsResults.fails },
  { value: 'pause', label: strings.stepsResults.waitsForPerson },
] as const;
type Kind = (typeof kinds)[number]['value'];

const begins: Readonly<Record<Kind, Json>> = {
  value: {},
  error: strings.stepsResults.toolFailed,
  pause: strings.stepsResults.personHasToAnswer,
};

/** What each tool answers: one result, or rows, each for some arguments. */
export function StepsResults({ results }: { results: readonly ResultsView[] }) {
  const { act, tools } = useStepsForm();
  const [name, setName] = useState('');
  const known = results.some(({ tool }) => tool === name.trim());
  const add = () => {
    const tool = name.trim();
    if (tool === '' || known) return;
    setName('');
    act([{ act: 'set', path: ['results', tool], value: { value: {} } }]);
  };
  return (
    <section className={styles.stepsPart} aria-label={strings.stepsResults.resultsTools} data-testid="steps-results">
      <PartHead title={strings.stepsResults.resultsTools} />
      {results.map((one) => (
        <ToolResults
          key={one.tool}
          results={one}
          isLast={results.length === 1}
          names={results.map(({ tool }) => tool)}
        />
      ))}
      <form
        className={styles.stepsActs}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Autocomplete
          aria-label={strings.stepsResults.toolToAddResults}
          placeholder={strings.stepsResults.toolPatternGit}
          data={tools.filter((tool) => !results.some((one) => one.tool === tool))}
          limit={50}
          value={name}
          onChange={setName}
        />
        <Button type="submit" disabled={name.trim() === '' || known}>
          {strings.stepsResults.addResult}
        </Button>
      </form>
    </section>
  );
}

function ToolResults({
  results: { tool, rows },
  isLast,
  names,
}: {
  results: ResultsView;
  isLast: boolean;
  names: readonly string[];
}) {
  const { act, edit } = useStepsForm();
  const typed = useTypedValue(tool, (name) => {
    const to = name.trim();
    if (to === tool) return null;
    if (to === '' || names.includes(to))
      return to === '' ? strings.stepsResults.enterNameOfTool : strings.stepsResults.alreadyHasResults(to);
    return edit([{ act: 'rename', path: ['results', tool], to }]);
  });
  const path = ['results', tool];
  const removeTool = () => act([{ act: 'remove', path: isLast ? ['results'] : path }]);
  const shownName = visibleString(tool);
  return (
    <div className={styles.stepsItem} data-result={tool}>
      <PartHead title={shownName}>
        <ActionIcon size={24} aria-label={strings.stepsResults.removeResults(shownName)} onClick={removeTool}>
          <IconX size={14} />
        </ActionIcon>
      </PartHead>
      <RenameField typed={typed} />
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name, and a field shows what the text says
        <div key={i} className={`${styles.stepsFields} stack`}>
          {rows.length > 1 && (
            <PartHead title={strings.stepsResults.row(i + 1)}>
              <ActionIcon
                size={24}
                aria-label={strings.stepsResults.removeRow(i + 1, shownName)}
                onClick={() => act([{ act: 'remove', path: row.path }])}
              >
                <IconX size={14} />
              </ActionIcon>
            </PartHead>
          )}
          <Row row={row} />
        </div>
      ))}
      <Button onClick={() => act([{ act: 'insert', path: [...path, rows.length], value: { when: {}, value: {} } }])}>
        {strings.stepsResults.addRow}
      </Button>
    </div>
  );
}

/** A name is written when it is whole: part of one is another tool. */
function RenameField({ typed }: { typed: ReturnType<typeof useTypedValue<string>> }) {
  const { tools } = useStepsForm();
  const [name, setName] = useState<string | null>(null);
  const finish = () => {
    if (name !== null) typed.change(name);
    setName(null);
    typed.leave();
  };
  return (
    <Autocomplete
      label={strings.stepsResults.tool}
      data={[...tools]}
      limit={50}
      value={name ?? typed.value}
      error={typed.error}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      onChange={setName}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
      }}
    />
  );
}

function Row({ row: { path, value } }: { row: ResultsView['rows'][number] }) {
  const { act } = useStepsForm();
  const fields = recordOf(value);
  const kind = kinds.find((one) => fields && Object.hasOwn(fields, one.value))?.value;
  if (!fields || kind === undefined) return <InSourceOnly what={strings.stepsResults.result} />;
  const become = (next: Kind) =>
    act([
      { act: 'set', path: [...path, next], value: begins[next] },
      { act: 'remove', path: [...path, kind] },
    ]);
  return (
    <>
      <Select
        aria-label={strings.stepsResults.whatToolDoes}
        data={[...kinds]}
        value={kind}
        onChange={(next) => next !== kind && become(kinds.find((one) => one.value === next)?.value ?? kind)}
      />
      {kind === 'value' ? (
        <JsonField label={strings.stepsResults.value} path={[...path, kind]} value={fields.value} />
      ) : (
        <TextField
          label={kind === 'error' ? strings.stepsResults.messageOfFailure : strings.stepsResults.messageOfPause}
          path={[...path, kind]}
          value={String(fields[kind])}
        />
      )}
      <JsonField
        label={strings.stepsResults.onlyTheseArguments}
        path={[...path, 'when']}
        optional
        value={fields.when}
      />
      <NumberField
        label={strings.stepsResults.latency}
        path={[...path, 'latency_ms']}
        value={fields.latency_ms}
        unit={` ${strings.stepsResults.ms}`}
      />
    </>
  );
}
