import { Button, Loader } from '@mantine/core';
import { IconCopy, IconDownload, IconPhoto } from '@tabler/icons-react';
import { useEffect } from 'react';
import { strings } from '../../strings/costs.ts';
import { formatCount } from '../../strings/count.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { formatFixed } from '../../ui/format-number.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { CostTables } from './cost-tables.tsx';
import styles from './costs.module.css';
import { copyCsv, saveCsv, savePicture, useShownCosts } from './costs-actions.ts';
import { useMoney } from './costs-store.ts';
import { EconomicsInputs } from './economics-inputs.tsx';
import { type Economics, useEconomics } from './use-economics.ts';

/** What deferring saves: the inputs on the left, everything that follows from them on the right. */
export function EconomicsPanel() {
  const economics = useEconomics();
  const { csv, report } = economics;
  useEffect(() => {
    useShownCosts.setState({ csv, report });
    return () => useShownCosts.setState({ csv: null, report: null });
  }, [csv, report]);
  return (
    <div className={styles.split}>
      <EconomicsInputs economics={economics} />
      <ScrollRegion className={styles.results} aria-label={strings.economicsPanel.results} data-testid="economics">
        {economics.error && <ErrorNotice error={economics.error} />}
        {economics.report ? (
          <>
            <Summary economics={economics} report={economics.report} />
            <CostTables report={economics.report} figures={economics.figures} />
          </>
        ) : (
          !economics.error && (
            <div className={`${styles.waiting} row gap-12`} role="status">
              <Loader size="sm" /> {strings.economicsPanel.measuringPrompts}
            </div>
          )
        )}
      </ScrollRegion>
    </div>
  );
}

function Summary({ economics, report }: { economics: Economics; report: NonNullable<Economics['report']> }) {
  const { comparison, cost, break_even, recommendation } = report;
  const money = useMoney();
  const { all_tools_cached, discovery_cached, cached_price_per_million } = report.inputs;
  const isTenth = cached_price_per_million === null && all_tools_cached + discovery_cached > 0;
  const isWrong = Object.keys(economics.errors).length > 0;
  return (
    <>
      <div className={styles.summary}>
        <span className={styles.big} title={strings.economicsPanel.inputTokensWholeTask}>
          {fill(
            comparison.saving < 0
              ? strings.economicsPanel.ofTasksTokensMore
              : strings.economicsPanel.ofTasksTokensSaved,
            {
              saving: <b data-testid="cost-saving">{formatFixed(Math.abs(comparison.saving) * 100, 1)} %</b>,
            },
          )}
        </span>
        <span className={styles.big} title={strings.economicsPanel.inputTokensPerMonth}>
          {fill(cost.monthly_saving < 0 ? strings.economicsPanel.morePerMonth : strings.economicsPanel.savedPerMonth, {
            monthlySaving: <b data-testid="cost-month">{money(Math.abs(cost.monthly_saving))}</b>,
          })}
          <span data-testid="cost-assumption">
            {strings.economicsPanel.atRequests(
              formatCount(report.inputs.requests_per_day),
              money(report.inputs.price_per_million),
            )}
          </span>
        </span>
        <span
          className={styles.big}
          title={strings.economicsPanel.toBuildSavesPer(
            money(report.inputs.implementation_cost),
            money(break_even.monthly_saving),
          )}
        >
          {fill(strings.economicsPanel.paybackTime, {
            words: <b data-testid="cost-break-even">{break_even.words}</b>,
          })}
          <span>{strings.economicsPanel.withSetUp(money(report.inputs.implementation_cost))}</span>
        </span>
        <span className={styles.big} title={strings.economicsPanel.byPayback(break_even.words)}>
          {fill(strings.economicsPanel.deferTools, {
            value: <b>{recommendation}</b>,
          })}
        </span>
        <span className="bar-end">
          <Button leftSection={<IconCopy size={14} />} onClick={copyCsv}>
            {strings.economicsPanel.copyCsv}
          </Button>
          <Button leftSection={<IconDownload size={14} />} onClick={saveCsv}>
            {strings.economicsPanel.saveCsv}
          </Button>
          <Button leftSection={<IconPhoto size={14} />} onClick={savePicture}>
            {strings.economicsPanel.savePng}
          </Button>
        </span>
      </div>
      <p className={styles.note}>
        {strings.economicsPanel.notInMonth} {isTenth && strings.economicsPanel.cachedAsTenth}
      </p>
      {isWrong && (
        <p className={styles.note} role="status">
          {strings.economicsPanel.inputIsInvalid}
        </p>
      )}
    </>
  );
}
