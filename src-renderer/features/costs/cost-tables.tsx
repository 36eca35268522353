import type { EconomicsReport, SeedFigure } from '#shared/domain/economics.ts';
import { formatFixed } from '../../ui/format-number.ts';
import { CostBar } from './cost-bar.tsx';
import styles from './costs.module.css';

/** Tokens step by step, the month by types of runs, and the figures of the seed beside what its own inputs give. */
export function CostTables({ report }: { report: EconomicsReport }) {
  return (
    <>
      <Steps report={report} />
      <Month report={report} />
      <References references={report.references} />
    </>
  );
}

function Steps({ report: { comparison, inputs } }: { report: EconomicsReport }) {
  const { steps, hidden } = comparison;
  const largest = Math.max(...steps.flatMap((step) => [step.all_tools, step.discovery]));
  const history = inputs.accumulation === 'accumulated' ? 'all that was said before' : 'what was said since the last';
  return (
    <>
      <h2 className={styles.heading}>Input tokens of a task; a request holds {history}</h2>
      <table className={styles.table} data-testid="cost-steps">
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col" data-numeric>
              All tools
            </th>
            <th scope="col" data-numeric>
              Discovery
            </th>
            <th scope="col" className={styles.barCell}>
              All tools solid, discovery striped
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ step, all_tools, discovery }) => (
            <tr key={step}>
              <th scope="row">{step}</th>
              <td data-numeric>{shown(all_tools)}</td>
              <td data-numeric>{shown(discovery)}</td>
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
              <th scope="row">Hidden costs</th>
              <td data-numeric>–</td>
              <td data-numeric>{shown(hidden)}</td>
              <td />
            </tr>
          )}
          <tr>
            <th scope="row">Total</th>
            <td data-numeric data-testid="cost-total-all">
              {shown(comparison.all_tools)}
            </td>
            <td data-numeric data-testid="cost-total-discovery">
              {shown(comparison.discovery + hidden)}
            </td>
            <td className={styles.barCell}>saves {formatFixed(comparison.saving * 100, 1)} %</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

function Month({ report: { cost, break_even, inputs } }: { report: EconomicsReport }) {
  const largest = Math.max(inputs.all_tools_request_tokens, ...cost.types.map(({ tokens }) => tokens));
  return (
    <>
      <h2 className={styles.heading}>A month of {shown(inputs.requests_per_day)} requests a day</h2>
      <table className={styles.table} data-testid="cost-month-table">
        <thead>
          <tr>
            <th scope="col">Request of type</th>
            <th scope="col" data-numeric>
              Of a hundred
            </th>
            <th scope="col" data-numeric>
              Tokens
            </th>
            <th scope="col" className={styles.barCell}>
              Beside a request with all tools
            </th>
          </tr>
        </thead>
        <tbody>
          {cost.types.map(({ type, share, tokens }) => (
            <tr key={type}>
              <th scope="row">{type}</th>
              <td data-numeric>{shown(share * 100)}</td>
              <td data-numeric>{shown(tokens)}</td>
              <td className={styles.barCell}>
                <CostBar value={tokens} maximum={largest} kind="discovery" />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">with all tools</th>
            <td data-numeric>–</td>
            <td data-numeric>{shown(inputs.all_tools_request_tokens)}</td>
            <td className={styles.barCell}>
              <CostBar value={inputs.all_tools_request_tokens} maximum={largest} kind="all" />
            </td>
          </tr>
        </tbody>
      </table>
      <p className={styles.note}>
        All tools {formatFixed(cost.all_tools, 2)}, discovery {formatFixed(cost.discovery, 2)}: saves{' '}
        {formatFixed(cost.monthly_saving, 2)} ({formatFixed(cost.saving * 100, 1)} %). To build{' '}
        {formatFixed(inputs.implementation_cost, 2)}; {formatFixed(break_even.monthly_spend, 2)} a month ×{' '}
        {formatFixed(break_even.savings_rate * 100, 1)} % saved: {break_even.words}.
      </p>
    </>
  );
}

function References({ references }: { references: readonly SeedFigure[] }) {
  const differing = references.filter(({ seed, computed }) => shown(seed) !== shown(computed)).length;
  return (
    <details>
      <summary className={styles.heading}>
        Seed 004 for reference: {differing} of its {references.length} printed figures differ from what its own inputs
        give
      </summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" data-numeric>
              Printed
            </th>
            <th scope="col" data-numeric>
              Computed
            </th>
            <th scope="col">Unit</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {references.map(({ figure, seed, computed, unit, source }) => (
            <tr key={`${source} ${figure}`}>
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

/** As the command line rounds: three decimals at most. */
function shown(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}
