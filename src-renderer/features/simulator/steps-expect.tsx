import { Select, TagsInput } from '@mantine/core';
import type { ScenarioChange } from '#shared/domain/scenario-edit.ts';
import { finishReasonSchema } from '#shared/domain/trace.ts';
import { strings } from '../../strings/scenario.ts';
import { recordOf } from '../../ui/json-value.ts';
import styles from './scenario.module.css';
import { NumberField, useStepsForm } from './steps-fields.tsx';
import { PartHead } from './steps-turn.tsx';

type Fields = Readonly<Record<string, unknown>>;

const lists = [
  { field: 'called', label: strings.stepsExpect.theseToolsRunOrder, ofTools: true },
  { field: 'never_called', label: strings.stepsExpect.theseToolsNeverRun, ofTools: true },
  { field: 'activated', label: strings.stepsExpect.exactlyTheseToolsActivated, ofTools: true },
  { field: 'answer_contains', label: strings.stepsExpect.answerContains, ofTools: false },
] as const;

/** The expectations of the run. */
export function StepsExpect({ expect }: { expect: Fields }) {
  const { act, tools } = useStepsForm();
  /** The last expectation takes its heading along. */
  const change = (field: string, value: string | readonly string[] | null): readonly ScenarioChange[] => {
    const isLast = Object.keys(expect).every((key) => key === field);
    if (value === null) return [{ act: 'remove', path: isLast ? ['expect'] : ['expect', field] }];
    return [{ act: 'set', path: ['expect', field], value: typeof value === 'string' ? value : [...value] }];
  };
  const { max_tokens: limit } = expect;
  const limits = recordOf(limit);
  return (
    <section
      className={styles.stepsPart}
      aria-label={strings.stepsExpect.expectationsScenario}
      data-testid="steps-expect"
    >
      <PartHead title={strings.stepsExpect.expectations} />
      {lists.map(({ field, label, ofTools }) => {
        const written = expect[field];
        const value = [written ?? []].flat().map(String);
        return (
          <TagsInput
            key={field}
            label={label}
            data={ofTools ? [...tools] : []}
            limit={50}
            allowDuplicates={field === 'called'}
            splitChars={ofTools ? [',', ' '] : []}
            value={value}
            onChange={(next) => {
              const only = typeof written === 'string' && next.length === 1 ? next[0] : undefined;
              act(change(field, next.length === 0 ? null : (only ?? next)));
            }}
          />
        );
      })}
      <Select
        label={strings.stepsExpect.runEnds}
        placeholder={strings.stepsExpect.anything}
        data={finishReasonSchema.options}
        value={typeof expect.reason === 'string' ? expect.reason : null}
        clearable
        allowDeselect
        onChange={(reason) => act(change('reason', reason))}
      />
      {limits ? (
        <>
          <NumberField
            label={strings.stepsExpect.maximumTokensEstimate}
            path={['expect', 'max_tokens', 'estimate']}
            value={limits.estimate}
          />
          <NumberField
            label={strings.stepsExpect.maximumTokensO200k}
            path={['expect', 'max_tokens', 'o200k']}
            value={limits.o200k}
          />
        </>
      ) : (
        <NumberField label={strings.stepsExpect.maximumTokensEstimate} path={['expect', 'max_tokens']} value={limit} />
      )}
    </section>
  );
}
