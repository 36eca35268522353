import { UnstyledButton } from '@mantine/core';
import type { PromptBlockName } from '#shared/domain/prompt-block.ts';
import type { BlockChange, PromptComparison, TokenChange } from '#shared/domain/prompt-diff.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { fill } from '../../ui/fill.tsx';
import { countedBy, formatSaving } from '../../ui/format-number.ts';
import { moveByArrows } from '../../ui/move-by-arrows.ts';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import styles from './prompt-diff.module.css';
import { promptDiffPlaces } from './prompt-diff-places.ts';

const marks: Readonly<Record<BlockChange['change'], string>> = {
  same: '=',
  changed: '~',
  added: '+',
  removed: '−',
};

/** Tokens of every block before and after; the row of separators and rounding makes the columns add up to the whole prompts. */
export function BlockTable({
  comparison,
  estimator,
  block,
  onSelect,
}: {
  comparison: PromptComparison;
  estimator: Estimator;
  block: PromptBlockName | null;
  onSelect(block: PromptBlockName): void;
}) {
  const { blocks, joins, cache } = comparison;
  const focused = blocks.some(({ name }) => name === block) ? block : blocks[0]?.name;
  const maximum = Math.max(1, ...blocks.flatMap(({ before, after }) => [before[estimator], after[estimator]]));
  return (
    <table
      id={promptDiffPlaces.blocks}
      className={`plain-table ${styles.blocks}`}
      data-testid="prompt-blocks"
      data-estimator={estimator}
    >
      <caption className="visually-hidden">{strings.blockTable.tokensBlocksCounted(estimator)}</caption>
      <TableHead
        columns={[
          strings.blockTable.block,
          numeric(strings.blockTable.before(estimator)),
          numeric(strings.blockTable.after(estimator)),
          numeric(strings.blockTable.difference),
          {
            text: (
              <>
                {fill(strings.blockTable.beforeAfter, {
                  span: <span className={styles.beforeKey} />,
                  span2: <span className={styles.afterKey} />,
                })}
              </>
            ),
            className: styles.barColumn,
          },
        ]}
      />
      <tbody onKeyDown={moveByArrows}>
        {blocks.map((row) => (
          <tr key={row.name} data-block={row.name} data-current={row.name === block || undefined}>
            <th scope="row">
              <UnstyledButton
                className={styles.blockName}
                aria-pressed={row.name === block}
                tabIndex={row.name === focused ? 0 : -1}
                title={strings.blockTable.scrollToThisBlock}
                onClick={() => onSelect(row.name)}
              >
                <span className={styles.change} data-change={row.change} aria-hidden>
                  {marks[row.change]}
                </span>
                <span className="mono">{row.name}</span>
                <span className="visually-hidden">, {row.change}</span>
              </UnstyledButton>
              {cache?.block === row.name && (
                <span className={styles.breakHere} title={strings.blockTable.herePromptCacheBreaks}>
                  {strings.blockTable.cacheBreaks}
                </span>
              )}
            </th>
            <Figures change={row} estimator={estimator} source={strings.blockTable.tokensBlocksText} />
            <td>
              <span className={styles.pair} aria-hidden>
                <span data-side="before" style={{ width: `${(100 * row.before[estimator]) / maximum}%` }} />
                <span data-side="after" style={{ width: `${(100 * row.after[estimator]) / maximum}%` }} />
              </span>
            </td>
          </tr>
        ))}
        <tr data-block="joins">
          <th scope="row" className="dim" title={strings.blockTable.emptyLinesBetweenBlocks}>
            {strings.blockTable.separatorsRounding}
          </th>
          <Figures change={joins} estimator={estimator} source={strings.blockTable.tokensOfWholeText} />
          <td />
        </tr>
      </tbody>
      <tfoot>
        <tr data-block="whole">
          <th scope="row">{strings.blockTable.wholePrompt}</th>
          <Figures change={comparison} estimator={estimator} source={strings.blockTable.tokensWholeText} />
          <td className="mono">{formatSaving(comparison.after[estimator], comparison.before[estimator])}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Figures({
  change: { before, after },
  estimator,
  source,
}: {
  change: TokenChange;
  estimator: Estimator;
  /** What is counted. */
  source: string;
}) {
  const other = estimator === 'estimate' ? 'o200k' : 'estimate';
  const by = (value: number) =>
    strings.blockTable.countedWith(source, estimator, countedBy[estimator], formatNumber(value), other);
  const difference = after[estimator] - before[estimator];
  return (
    <>
      <td className="mono" data-numeric data-figure="before" title={by(before[other])}>
        {formatNumber(before[estimator])}
      </td>
      <td className="mono" data-numeric data-figure="after" title={by(after[other])}>
        {formatNumber(after[estimator])}
      </td>
      <td
        className="mono"
        data-numeric
        data-figure="difference"
        data-tone={difference === 0 ? undefined : difference < 0 ? 'less' : 'more'}
        title={by(after[other] - before[other])}
      >
        {difference > 0 ? '+' : ''}
        {formatNumber(difference)}
      </td>
    </>
  );
}

/** With a real minus sign. */
function formatNumber(value: number): string {
  return formatCount(value).replace('-', '−');
}
