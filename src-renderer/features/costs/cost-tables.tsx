import { type EconomicsReport, economicsInputSchema, type SeedFigure } from '#shared/domain/economics.ts';
import { type Figure, figureSources } from '#shared/domain/economics-figures.ts';
import { economicsSources, seedTables } from '#shared/domain/economics-sources.ts';
import { strings } from '../../strings/costs.ts';
import { fill } from '../../ui/fill.tsx';
import { formatFixed } from '../../ui/format-number.ts';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { CostBar } from './cost-bar.tsx';
import styles from './costs.module.css';
import { useMoney } from './costs-store.ts';
import { PaybackTable } from './payback-table.tsx';
import { savingWords } from './saving-words.ts';

/** Tokens step by step, the month by types of runs, and the reference figures beside what their own inputs give. */
export function CostTables({ report, figures }: { report: EconomicsReport; figures: readonly Figure[] }) {
  return (
    <>
      <Steps report={report} from={figureSources(figures, 'steps')} />
      <Month report={report} figures={figures} />
      <PaybackTable report={report} figures={figures} />
      <References references={report.references} />
    </>
  );
}

function Steps({
  report: { comparison, inputs, references },
  from,
}: {
  report: EconomicsReport;
  from(name: string): string | undefined;
}) {
  const { steps, hidden } = comparison;
  const largest = Math.max(...steps.flatMap((step) => [step.all_tools, step.discovery]));
  const seed = (figure: string) =>
    references.find((one) => one.source === seedTables.steps && one.figure === `5 steps, ${figure}`)?.seed ?? 0;
  const discoverySource = from('total, discovery') ?? '';
  const history =
    inputs.accumulation === 'accumulated'
      ? strings.costTables.wholeConversationSoFar
      : strings.costTables.onlyNewMessages;
  return (
    <>
      <h2 className={styles.heading}>{strings.costTables.inputTokensOfTask(history)}</h2>
      <table className={`plain-table ${styles.table}`} data-testid="cost-steps">
        <TableHead
          columns={[
            strings.costTables.request,
            numeric(strings.costTables.allTools),
            numeric(strings.costTables.discovery),
            { text: strings.costTables.solidAllToolsStriped, className: styles.barCell },
          ]}
        />
        <tbody>
          {steps.map(({ step, all_tools, discovery }) => (
            <tr key={step}>
              <th scope="row">{step}</th>
              <td data-numeric title={from(`step ${step}, all tools`)}>
                {shown(all_tools)}
              </td>
              <td data-numeric title={from(`step ${step}, discovery`)}>
                {shown(discovery)}
              </td>
              <td className={styles.barCell}>
                <span className={styles.bars}>
                  <CostBar value={all_tools} maximum={largest} kind="all" />
                  <CostBar value={discovery} maximum={largest} kind="discovery" />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {hidden > 0 && (
            <tr>
              <th scope="row">{strings.costTables.hiddenCosts}</th>
              <td data-numeric>–</td>
              <td data-numeric title={from('hidden costs')}>
                {shown(hidden)}
              </td>
              <td />
            </tr>
          )}
          <tr>
            <th scope="row">{strings.costTables.total}</th>
            <td data-numeric data-testid="cost-total-all" title={from('total, all tools')}>
              {shown(comparison.all_tools)}
            </td>
            <td
              data-numeric
              data-testid="cost-total-discovery"
              title={hidden > 0 ? strings.costTables.plusHiddenCosts(discoverySource) : discoverySource}
            >
              {shown(comparison.discovery + hidden)}
            </td>
            <td className={styles.barCell} title={from('saved, hidden costs included')}>
              {savingWords(comparison.saving, 1)}
            </td>
          </tr>
          <tr data-reference title={strings.costTables.publishedIn(seedTables.steps)}>
            <th scope="row">{strings.costTables.reference5Requests}</th>
            <td data-numeric>{shown(seed('all tools'))}</td>
            <td data-numeric>{shown(seed('discovery'))}</td>
            <td className={styles.barCell}>{savingWords(seed('share saved'), 0)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

function Month({
  report: { cost, break_even, inputs },
  figures,
}: {
  report: EconomicsReport;
  figures: readonly Figure[];
}) {
  const money = useMoney();
  const given = figureSources(figures, 'inputs');
  const month = figureSources(figures, 'cost');
  const payback = figureSources(figures, 'break-even');
  const largest = Math.max(inputs.all_tools_request_tokens, ...cost.types.map(({ tokens }) => tokens));
  return (
    <>
      <h2 className={styles.heading}>{strings.costTables.oneMonthAtRequests(shown(inputs.requests_per_day))}</h2>
      <table className={`plain-table ${styles.table}`} data-testid="cost-month-table">
        <TableHead
          columns={[
            strings.costTables.requestType,
            numeric(strings.costTables.share),
            numeric(strings.costTables.tokens),
            numeric(strings.costTables.reference, { 'data-reference': true }),
            { text: strings.costTables.comparedWithRequest, className: styles.barCell },
          ]}
        />
        <tbody>
          {cost.types.map(({ type, share, tokens }) => (
            <tr key={type}>
              <th scope="row">{strings.costTables.types[type]}</th>
              <td data-numeric title={given(`mix.${type}`)}>
                {shown(share * 100)}
              </td>
              <td data-numeric title={given(`type_tokens.${type}`)}>
                {shown(tokens)}
              </td>
              <td data-numeric data-reference title={seedSources[`type_tokens.${type}`]}>
                {shown(seedInputs.type_tokens[type])}
              </td>
              <td className={styles.barCell}>
                <CostBar value={tokens} maximum={largest} kind="discovery" />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{strings.costTables.withAllTools}</th>
            <td data-numeric>–</td>
            <td data-numeric title={given('all_tools_request_tokens')}>
              {shown(inputs.all_tools_request_tokens)}
            </td>
            <td data-numeric data-reference title={seedSources.all_tools_request_tokens}>
              {shown(seedInputs.all_tools_request_tokens)}
            </td>
            <td className={styles.barCell}>
              <CostBar value={inputs.all_tools_request_tokens} maximum={largest} kind="all" />
            </td>
          </tr>
        </tbody>
      </table>
      <p className={styles.note}>
        {fill(
          cost.monthly_saving < 0
            ? strings.costTables.allToolsDiscoveryCosts
            : strings.costTables.allToolsDiscoverySaves,
          {
            allTools: <span title={month('all tools')}>{money(cost.all_tools)}</span>,
            discovery: <span title={month('discovery')}>{money(cost.discovery)}</span>,
            monthlySaving: <span title={month('saved')}>{money(Math.abs(cost.monthly_saving))}</span>,
            saving: <span title={month('share saved')}>{formatFixed(Math.abs(cost.saving) * 100, 1)} %</span>,
            implementationCost: <span title={given('implementation_cost')}>{money(inputs.implementation_cost)}</span>,
            monthlySpend: <span title={payback('monthly spend')}>{money(break_even.monthly_spend)}</span>,
            savingsRate: <span title={given('savings_rate')}>{formatFixed(break_even.savings_rate * 100, 1)} %</span>,
            words: <span title={payback('after')}>{break_even.words}</span>,
          },
        )}
      </p>
    </>
  );
}

function References({ references }: { references: readonly SeedFigure[] }) {
  const differing = references.filter(({ seed, computed }) => shown(seed) !== shown(computed)).length;
  return (
    <details>
      <summary className={styles.heading}>
        {strings.costTables.referenceFiguresOfDiffer(differing, references.length)}
      </summary>
      <table className={`plain-table ${styles.table}`}>
        <TableHead
          columns={[
            strings.costTables.figure,
            numeric(strings.costTables.published),
            numeric(strings.costTables.computed),
            strings.costTables.unit,
            strings.costTables.source,
          ]}
        />
        <tbody>
          {references.map(({ figure, seed, computed, unit, source }) => (
            <tr key={`${source} ${figure}`} title={strings.costTables.publishedInComputed(source)}>
              <th scope="row">{figure}</th>
              <td data-numeric>{shown(seed)}</td>
              <td data-numeric>{shown(computed)}</td>
              <td>{unit}</td>
              <td className="dim">{source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The seed's own inputs are the defaults. */
const seedInputs = economicsInputSchema.parse({});
const seedSources = economicsSources(null, {});

/** As the command line rounds: three decimals at most. */
function shown(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}
