import type { EconomicsReport } from '#shared/domain/economics.ts';
import { type Figure, figureSources } from '#shared/domain/economics-figures.ts';
import { strings } from '../../strings/costs.ts';
import { formatFixed } from '../../ui/format-number.ts';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { CostBar } from './cost-bar.tsx';
import styles from './costs.module.css';
import { useMoney } from './costs-store.ts';

/** After how long building it has paid, at the monthly spends of the reference figures, beside what those say (R17.38). */
export function PaybackTable({
  report: { payback, references, inputs },
  figures,
}: {
  report: EconomicsReport;
  figures: readonly Figure[];
}) {
  const money = useMoney();
  const from = figureSources(figures, 'break-even');
  const longest = Math.max(...payback.map(({ months }) => months ?? 0));
  return (
    <>
      <h2 className={styles.heading}>{strings.paybackTable.whenInvestmentOfPays(money(inputs.implementation_cost))}</h2>
      <table className={`plain-table ${styles.table}`} data-testid="cost-payback">
        <TableHead
          columns={[
            strings.paybackTable.monthlySpend,
            numeric(strings.paybackTable.paybackTime),
            numeric(strings.paybackTable.months),
            numeric(strings.paybackTable.referenceMonths, { 'data-reference': true }),
            { text: strings.paybackTable.months, className: styles.barCell },
          ]}
        />
        <tbody>
          {payback.map(({ monthly_spend, months, words }) => {
            const name = strings.paybackTable.month(monthly_spend);
            const reference = references.find(({ figure }) => figure === strings.paybackTable.breakEven(name));
            return (
              <tr key={monthly_spend}>
                <th scope="row">{money(monthly_spend, 0)}</th>
                <td data-numeric title={from(`after, ${name}`)}>
                  {words}
                </td>
                <td data-numeric title={from(`after, ${name}`)}>
                  {months === null ? '–' : formatFixed(months, 2)}
                </td>
                <td data-numeric data-reference title={reference?.source}>
                  {reference && formatFixed(reference.seed, 2)}
                </td>
                <td className={styles.barCell}>
                  <CostBar value={months ?? 0} maximum={longest} kind="discovery" />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
