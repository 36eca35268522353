import { UnstyledButton } from '@mantine/core';
import type { PromptBlockName } from '#shared/domain/prompt-block.ts';
import type { BlockChange, PromptComparison, TokenChange } from '#shared/domain/prompt-diff.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { countedBy, formatCount, formatSaving } from '../../ui/format-number.ts';
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

/** Tokens of every block before and after; the joins make the columns add up to the whole prompts. */
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
      <caption className="visually-hidden">Tokens of the blocks, counted by {estimator}</caption>
      <TableHead
        columns={[
          'Block',
          numeric(`Before, ${estimator}`),
          numeric(`After, ${estimator}`),
          numeric('Difference'),
          {
            text: (
              <>
                <span className={styles.beforeKey} /> before <span className={styles.afterKey} /> after
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
                title="Scroll the text to this block"
                onClick={() => onSelect(row.name)}
              >
                <span className={styles.change} data-change={row.change} aria-hidden>
                  {marks[row.change]}
                </span>
                <span className="mono">{row.name}</span>
                <span className="visually-hidden">, {row.change}</span>
              </UnstyledButton>
              {cache?.block === row.name && (
                <span className={styles.breakHere} title="Here the prompt cache breaks">
                  cache breaks
                </span>
              )}
            </th>
            <Figures change={row} estimator={estimator} source="Tokens of this block’s text" />
            <td>
              <span className={styles.pair} aria-hidden>
                <span data-side="before" style={{ width: `${(100 * row.before[estimator]) / maximum}%` }} />
                <span data-side="after" style={{ width: `${(100 * row.after[estimator]) / maximum}%` }} />
              </span>
            </td>
          </tr>
        ))}
        <tr data-block="joins">
          <th
            scope="row"
            className="dim"
            title="Empty lines between blocks, and what rounding each block adds or takes"
          >
            joins
          </th>
          <Figures change={joins} estimator={estimator} source="Tokens of the whole text less those of its blocks" />
          <td className="dim">separators and rounding</td>
        </tr>
      </tbody>
      <tfoot>
        <tr data-block="whole">
          <th scope="row">whole prompt</th>
          <Figures change={comparison} estimator={estimator} source="Tokens of the whole text" />
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
    `${source}, by ${estimator} (${countedBy[estimator]}); ${formatNumber(value)} by ${other}`;
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
