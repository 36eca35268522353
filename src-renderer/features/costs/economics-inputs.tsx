import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { type EconomicsInput, economicsInputSchema, hiddenCostSchema } from '#shared/domain/economics.ts';
import { seedHiddenCosts } from '#shared/domain/economics-sources.ts';
import { strings } from '../../strings/costs.ts';
import { formatCount } from '../../strings/count.ts';
import styles from './costs.module.css';
import { costsPlaces } from './costs-commands.ts';
import { useCosts } from './costs-store.ts';
import { InputField, sourceKind } from './input-field.tsx';
import { PriceFields } from './price-fields.tsx';
import { ProfileSelect } from './profile-select.tsx';
import type { Economics } from './use-economics.ts';

const groupsIn = (currency: string) =>
  ({
    oneTask: {
      steps: strings.economicsInputs.requests,
      history_tokens: strings.economicsInputs.tokensThatEachRequest,
      search_history_tokens: strings.economicsInputs.tokensThatSearchAdds,
    },
    oneMonth: {
      requests_per_day: strings.economicsInputs.requestsPerDay,
      price_per_million: strings.economicsInputs.price1mInputTokens(currency),
      'mix.A': strings.economicsInputs.typeNoSearch,
      'mix.B': strings.economicsInputs.typeBOneSearch,
      'mix.C': strings.economicsInputs.typeCSeveralSearches,
      cached_price_per_million: strings.economicsInputs.price1mCachedTokens(currency),
      all_tools_cached: strings.economicsInputs.cachedWithAllTools,
      discovery_cached: strings.economicsInputs.cachedWithDiscovery0,
    },
    payback: {
      monthly_spend: strings.economicsInputs.currentMonthlySpend(currency),
      savings_rate: strings.economicsInputs.shareSaved01,
      implementation_cost: strings.economicsInputs.costBuild(currency),
    },
  }) as const;

const measuredFields = strings.economicsInputs.measuredFields;

const hiddenNames = strings.economicsInputs.hiddenNames;

/** Everything the economics are computed from; what is not typed is measured, or a default whose source is named. */
export function EconomicsInputs({ economics }: { economics: Economics }) {
  const { hidden, typed, seedOnly, toolsPerRun, currency, type, set, toggleHidden, resetInputs } = useCosts();
  const { errors, sources, report } = economics;
  const field = (name: string, label: string, id?: string) => (
    <InputField
      key={name}
      id={id}
      label={label}
      text={typed[name] ?? ''}
      shown={shownValue(report?.inputs, name)}
      source={sources[name] ?? strings.economicsInputs.defaultLabel}
      error={errors[name]}
      onChange={(text) => type(name, text)}
    />
  );
  return (
    <section className={styles.inputs} aria-label={strings.economicsInputs.inputs}>
      <div className={styles.row}>
        <ProfileSelect />
        <Button onClick={resetInputs}>{strings.economicsInputs.resetInputs}</Button>
      </div>
      <Checkbox
        size="xs"
        label={strings.economicsInputs.toUseReferenceFiguresInstead}
        checked={seedOnly}
        onChange={(event) => set({ seedOnly: event.currentTarget.checked })}
      />
      <Group title={strings.economicsInputs.promptsTokens}>
        {!seedOnly && (
          <InputField
            label={strings.economicsInputs.toolsFoundPerTask}
            text={toolsPerRun}
            shown="3"
            source={toolsPerRun === '' ? strings.economicsInputs.defaultLabel : strings.economicsInputs.givenYou}
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
      {Object.entries(groupsIn(currency)).map(([group, fields]) => (
        <Group key={group} title={strings.economicsInputs.groups[group as keyof ReturnType<typeof groupsIn>]}>
          {group === 'oneMonth' && <PriceFields />}
          {Object.entries(fields).map(([name, label]) =>
            field(name, label, name === 'steps' ? costsPlaces.costs : undefined),
          )}
          {group === 'oneMonth' && errors.mix !== undefined && (
            <span className="note is-error whole" role="alert">
              {strings.economicsInputs.sumOfShares(errors.mix)}
            </span>
          )}
          {group === 'oneTask' && (
            <NativeSelect
              label={strings.economicsInputs.eachRequestContains}
              data={[
                { value: 'accumulated', label: strings.economicsInputs.wholeConversationSoFar },
                { value: 'none', label: strings.economicsInputs.onlyNewMessages },
              ]}
              value={typed.accumulation ?? 'accumulated'}
              onChange={({ currentTarget: { value } }) => type('accumulation', value === 'accumulated' ? '' : value)}
            />
          )}
        </Group>
      ))}
      <Group title={strings.economicsInputs.hiddenCostsOfDiscovery}>
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
                label={strings.economicsInputs.tokens(hiddenNames[cost].toLowerCase())}
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
            label={strings.economicsInputs.hiddenCostsCount}
            data={[
              { value: 'once', label: strings.economicsInputs.oncePerTask },
              { value: 'each_step', label: strings.economicsInputs.eachRequestAfterFirst },
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

/** The value of a field; before there is a report, its default. */
function shownValue(inputs: EconomicsInput | undefined, name: string): string {
  const [field = '', key] = name.split('.');
  const all: Readonly<Record<string, unknown>> = inputs ?? economicsInputSchema.parse({});
  const value = all[field];
  const inner = key !== undefined && typeof value === 'object' && value !== null ? Reflect.get(value, key) : value;
  return typeof inner === 'number' ? (name.includes('tokens') ? formatCount(inner) : String(inner)) : 'computed';
}
