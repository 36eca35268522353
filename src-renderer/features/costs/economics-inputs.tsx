import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { type EconomicsInput, economicsInputSchema, hiddenCostSchema } from '#shared/domain/economics.ts';
import { seedHiddenCosts } from '#shared/domain/economics-sources.ts';
import { formatCount } from '../../ui/format-number.ts';
import styles from './costs.module.css';
import { costsPlaces } from './costs-commands.ts';
import { useCosts } from './costs-store.ts';
import { InputField, sourceKind } from './input-field.tsx';
import { PriceFields } from './price-fields.tsx';
import { ProfileSelect } from './profile-select.tsx';
import type { Economics } from './use-economics.ts';

const groups = {
  'One task': {
    steps: 'Requests',
    history_tokens: 'History a request adds, tokens',
    search_history_tokens: 'What a search adds to it, tokens',
  },
  'A month': {
    requests_per_day: 'Requests a day',
    price_per_million: 'Price of 1M input tokens',
    'mix.A': 'Type A, no search, %',
    'mix.B': 'Type B, one search, %',
    'mix.C': 'Type C, several, %',
    cached_price_per_million: 'Price of 1M cached tokens',
    all_tools_cached: 'Cached with all tools, 0–1',
    discovery_cached: 'Cached with discovery, 0–1',
  },
  'Pays off': {
    monthly_spend: 'Spend a month now',
    savings_rate: 'Share saved, 0–1',
    implementation_cost: 'Cost to build',
  },
} as const;

const measuredFields = {
  all_tools_tokens: 'Prompt with all tools',
  first_tokens: 'First prompt with discovery',
  later_tokens: 'Later prompts with discovery',
  'type_tokens.A': 'Request of type A',
  'type_tokens.B': 'Request of type B',
  'type_tokens.C': 'Request of type C',
} as const;

const hiddenNames = {
  extra_searches: 'Extra searches',
  working_memory: 'Working memory',
  rules: 'Rules in the prompt',
};

/** Everything the economics are computed from; what is not typed is measured, or a default whose source is named. */
export function EconomicsInputs({ economics }: { economics: Economics }) {
  const { hidden, typed, seedOnly, toolsPerRun, type, set, toggleHidden, resetInputs } = useCosts();
  const { errors, sources, report } = economics;
  const field = (name: string, label: string, id?: string) => (
    <InputField
      key={name}
      id={id}
      label={label}
      text={typed[name] ?? ''}
      shown={shownValue(report?.inputs, name)}
      source={sources[name] ?? "Pegboard's default"}
      error={errors[name]}
      onChange={(text) => type(name, text)}
    />
  );
  return (
    <section className={styles.inputs} aria-label="Inputs">
      <div className={styles.row}>
        <ProfileSelect />
        <Button onClick={resetInputs}>Reset inputs</Button>
      </div>
      <Checkbox
        size="xs"
        label="Use reference figures instead of this workspace's"
        checked={seedOnly}
        onChange={(event) => set({ seedOnly: event.currentTarget.checked })}
      />
      <Group title="Prompts, tokens">
        {!seedOnly && (
          <InputField
            label="Tools that a task finds"
            text={toolsPerRun}
            shown="3"
            source={toolsPerRun === '' ? "Pegboard's default" : 'given by you'}
            error={errors.tools_per_run}
            onChange={(text) => set({ toolsPerRun: text })}
          />
        )}
        {Object.entries(measuredFields).map(([name, label]) => (
          <div key={name} className={styles.field} data-testid="cost-measured" data-field={name}>
            <span>{label}</span>
            <span className={styles.value}>{shownValue(report?.inputs, name)}</span>
            <span className={`${styles.source} dim cut note`} title={sources[name]}>
              {sourceKind(sources[name] ?? '')}
            </span>
          </div>
        ))}
      </Group>
      {Object.entries(groups).map(([title, fields]) => (
        <Group key={title} title={title}>
          {title === 'A month' && <PriceFields />}
          {Object.entries(fields).map(([name, label]) =>
            field(name, label, name === 'steps' ? costsPlaces.economics : undefined),
          )}
          {title === 'A month' && errors.mix !== undefined && (
            <span className="note is-error whole" role="alert">
              A, B and C: {errors.mix}
            </span>
          )}
          {title === 'One task' && (
            <NativeSelect
              label="A request holds"
              data={[
                { value: 'accumulated', label: 'everything that was said before' },
                { value: 'none', label: 'what was said since the last one' },
              ]}
              value={typed.accumulation ?? 'accumulated'}
              onChange={({ currentTarget: { value } }) => type('accumulation', value === 'accumulated' ? '' : value)}
            />
          )}
        </Group>
      ))}
      <Group title="Hidden costs of discovery, tokens">
        {hiddenCostSchema.options.map((cost) => (
          <div key={cost}>
            <Checkbox
              size="xs"
              mt={4}
              label={hiddenNames[cost]}
              checked={hidden.includes(cost)}
              onChange={() => toggleHidden(cost)}
            />
            {hidden.includes(cost) && (
              <InputField
                label={`Tokens of: ${hiddenNames[cost].toLowerCase()}`}
                text={typed[`hidden_costs.${cost}`] ?? ''}
                shown={String(seedHiddenCosts[cost])}
                source={sources[`hidden_costs.${cost}`] ?? ''}
                error={errors[`hidden_costs.${cost}`]}
                onChange={(text) => type(`hidden_costs.${cost}`, text)}
              />
            )}
          </div>
        ))}
        {hidden.length > 0 && (
          <NativeSelect
            label="They count"
            data={[
              { value: 'once', label: 'once a task' },
              { value: 'each_step', label: 'in each request after the first' },
            ]}
            value={typed.hidden_costs_count ?? 'once'}
            onChange={({ currentTarget: { value } }) => type('hidden_costs_count', value === 'once' ? '' : value)}
          />
        )}
      </Group>
    </section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.heading}>{title}</legend>
      {children}
    </fieldset>
  );
}

/** What counts for a field, before there is a report its default. */
function shownValue(inputs: EconomicsInput | undefined, name: string): string {
  const [field = '', key] = name.split('.');
  const all: Readonly<Record<string, unknown>> = inputs ?? economicsInputSchema.parse({});
  const value = all[field];
  const inner = key !== undefined && typeof value === 'object' && value !== null ? Reflect.get(value, key) : value;
  return typeof inner === 'number' ? (name.includes('tokens') ? formatCount(inner) : String(inner)) : 'computed';
}
