import { Checkbox, NativeSelect, PasswordInput, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { strings } from '../../strings/server-review.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import {
  choiceOf,
  commonSources,
  type DraftChoice,
  isSettled,
  offeredSources,
  type SheetVariable,
  type ValueSource,
  variablesWords,
} from './review-servers.ts';
import { choose, chooseForAll, type Review } from './review-store.ts';
import styles from './server-review.module.css';

/** Every value that the servers need, once, however many of them need it. */
export function VariablesPanel({ review, variables }: { review: Review; variables: readonly SheetVariable[] }) {
  const places = commonSources(variables);
  const froms = new Set(variables.map((variable) => choiceOf(variable, review.choices).from));
  const [only] = froms;
  const file = oneFile(variables);
  return (
    <section className={styles.column} aria-label={strings.variablesPanel.values} data-testid="review-variables">
      <header className={`${styles.columnHead} wrapping keeps`}>
        <h3 className={styles.heading}>{strings.variablesPanel.values}</h3>
        <span className="dim">{variablesWords(variables)}</span>
      </header>
      <ScrollRegion className={`scrolling-rest ${styles.scroller}`} aria-label={strings.variablesPanel.variables}>
        {variables.length > 1 && places.length > 1 && (
          <div className={styles.allVariables}>
            <NativeSelect
              label={strings.variablesPanel.allVariables}
              value={froms.size === 1 ? only : ''}
              onChange={({ currentTarget: { value } }) => {
                const from = places.find((place) => place === value);
                if (from) chooseForAll(review.id, variables, from);
              }}
            >
              {froms.size > 1 && <option value="">{strings.variablesPanel.asSelectedBelow}</option>}
              {places.map((place) => (
                <option key={place} value={place}>
                  {visibleString(sourceWords(place, file))}
                </option>
              ))}
            </NativeSelect>
          </div>
        )}
        <ul className="plain-list">
          {variables.map((variable) => (
            <Variable key={variable.key} review={review} variable={variable} />
          ))}
        </ul>
        <Text className={styles.note}>{strings.variablesPanel.pegboardNeverWritesValues}</Text>
      </ScrollRegion>
    </section>
  );
}

function oneFile(variables: readonly SheetVariable[]): string {
  const files = new Set(variables.map(({ file }) => file));
  const [only = ''] = files;
  return files.size === 1 ? only : strings.variablesPanel.itsConfiguration;
}

/** A place of a value, as the choice says it. */
function sourceWords(from: ValueSource, file: string): string {
  const words: Readonly<Record<ValueSource, string>> = {
    kept: strings.variablesPanel.toUseStoredValue,
    file: strings.variablesPanel.toUseValue(file),
    'file-kept': strings.variablesPanel.toUseValueInAndKeep(file),
    environment: strings.variablesPanel.toUseMyEnvironment,
    typed: strings.variablesPanel.enterValue,
    omit: strings.variablesPanel.leaveOut,
  };
  return words[from];
}

/** Names of servers that are shown of those that use a variable. */
const shownUsers = 4;

function Variable({ review, variable }: { review: Review; variable: SheetVariable }) {
  const { key, name, description, used_by, file } = variable;
  const choice = choiceOf(variable, review.choices);
  const titleId = useId();
  const names = review.servers.filter((server) => used_by.includes(server.key)).map((server) => server.name);
  const change = (part: Partial<DraftChoice>) => choose(review.id, key, { ...choice, ...part });
  return (
    <li
      className={styles.variable}
      data-testid="review-variable"
      data-variable={name}
      data-settled={isSettled(variable, review.choices)}
    >
      <div className={styles.variableHead}>
        <VisibleText as="strong" id={titleId} className="mono" text={name} lines={false} />
        <span className="dim" title={visibleString(names.join(', '))}>
          <VisibleText
            text={
              names.length > shownUsers
                ? strings.variablesPanel.namesAndMore(names.slice(0, shownUsers).join(', '), names.length - shownUsers)
                : names.join(', ')
            }
            lines={false}
          />
        </span>
      </div>
      {description !== null && <HostileText as="div" className="dim" text={description} limit={300} />}
      <NativeSelect
        aria-label={strings.variablesPanel.whereComesFrom(name)}
        value={choice.from}
        onChange={({ currentTarget: { value } }) => {
          const from = offeredSources(variable).find((place) => place === value);
          if (from) change({ from });
        }}
      >
        {offeredSources(variable).map((place) => (
          <option key={place} value={place}>
            {visibleString(sourceWords(place, file))}
          </option>
        ))}
      </NativeSelect>
      {choice.from === 'typed' && <TypedValue variable={variable} choice={choice} onChange={change} />}
      {choice.from === 'typed' && (
        <Checkbox
          size="xs"
          label={strings.variablesPanel.keepWorkspace}
          aria-label={strings.variablesPanel.keepForThisWorkspace(name)}
          checked={choice.keep}
          onChange={(event) => change({ keep: event.currentTarget.checked })}
        />
      )}
    </li>
  );
}

function TypedValue({
  variable: { name, secret },
  choice: { value },
  onChange,
}: {
  variable: SheetVariable;
  choice: DraftChoice;
  onChange(change: Partial<DraftChoice>): void;
}) {
  const Field = secret ? PasswordInput : TextInput;
  return (
    <Field
      aria-label={strings.variablesPanel.value(name)}
      placeholder={strings.variablesPanel.value2}
      classNames={{ input: 'mono' }}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange({ value: event.currentTarget.value })}
    />
  );
}
