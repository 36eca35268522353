import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/tuner.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { countedBy, formatSaving } from '../../ui/format-number.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { type PromptTokens, promptCost, promptTokens } from './prompt-cost.ts';
import styles from './prompt-figures.module.css';
import { type PlacedTool, toolsOnBoard } from './side-rows.ts';
import { compareFromNow } from './tuner-model.ts';
import type { usePromptTokens } from './use-tuner.ts';

/** The tokens of the prompt now and before, in total and by part, including what is being typed. */
export function PromptFigures({
  prompt,
  tokens,
  now,
  next,
  children,
}: {
  prompt: ReturnType<typeof usePromptTokens>;
  tokens: ToolTokens;
  now: readonly PlacedTool[];
  next: readonly PlacedTool[];
  children: ReactNode;
}) {
  const { estimator, isOld, isCounting, error, gonePersona } = prompt;
  const is = promptCost(prompt, tokens, now);
  const was = prompt.before && promptTokens(prompt.before, prompt.before.whole - prompt.before.rest, estimator);
  return (
    <section
      className={`${styles.figures} stack narrow`}
      aria-label={strings.promptFigures.tokensPrompt}
      data-testid="prompt-figures"
    >
      <div className={`${styles.figureHead} row`} aria-busy={isCounting}>
        <Tooltip
          multiline
          maw={320}
          label={strings.promptFigures.wholePromptForSelected(estimator, countedBy[estimator])}
        >
          <span className={styles.bigFigure} data-testid="prompt-now">
            {is ? formatCount(is.whole) : '…'}
          </span>
        </Tooltip>
        <span>
          {strings.promptFigures.tokensInWholePrompt}
          <br />
          <span className="dim">{isCounting ? strings.promptFigures.estimatorCounting(estimator) : estimator}</span>
        </span>
        {is && was && (
          <strong className={styles.bigChange} data-testid="prompt-change">
            {formatSaving(is.whole, was.whole)}
          </strong>
        )}
      </div>
      {error && <ErrorNotice error={error} />}
      {gonePersona !== null && <p className="dim">{strings.promptFigures.selectedPersonaNoLonger}</p>}
      {is && was && (
        <table className={`${styles.figureTable} numbers plain-table note`}>
          <TableHead columns={[strings.promptFigures.tokens(estimator), 'now', 'before', 'change']} />
          <tbody>
            {figureRows.map(({ part, title, meaning }) => (
              <tr key={part} data-part={part}>
                <th scope="row" title={meaning}>
                  {title}
                </th>
                <td>{formatCount(is[part])}</td>
                <td>{formatCount(was[part])}</td>
                <td>{signed(is[part] - was[part])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children}
      <div className={`${styles.figureFoot} wrapping note`}>
        <Typed tokens={tokens} now={now} next={next} />
        <Button size="compact-xs" variant="subtle" disabled={!prompt.now || isOld} onClick={compareFromNow}>
          {strings.promptFigures.setBaseline}
        </Button>
      </div>
    </section>
  );
}

const figureRows: readonly { readonly part: keyof PromptTokens; readonly title: string; readonly meaning: string }[] = [
  {
    part: 'tools',
    title: strings.promptFigures.alwaysLoadedTools,
    meaning: strings.promptFigures.sumOfTheirEntries,
  },
  {
    part: 'rest',
    title: strings.promptFigures.rest,
    meaning: strings.promptFigures.everythingElseInstructionsDiscovery,
  },
  { part: 'whole', title: strings.promptFigures.wholePrompt, meaning: strings.promptFigures.alwaysLoadedToolsRest },
];

/** The tools on the board, at once with the pattern that is being typed. */
function Typed({ tokens, now, next }: { tokens: ToolTokens; now: readonly PlacedTool[]; next: readonly PlacedTool[] }) {
  const [is, willBe] = [toolsOnBoard(now), toolsOnBoard(next)];
  const [cost, nextCost] = [tokens.sum(is), tokens.sum(willBe)];
  return (
    <span className="dim" data-testid="board-figures">
      {next === now || cost === null || nextCost === null
        ? strings.promptFigures.toolsAndTokens(willBe.length, nextCost === null ? '…' : formatCount(nextCost))
        : strings.promptFigures.toolsAndTokensChange(
            willBe.length,
            signed(willBe.length - is.length),
            formatCount(nextCost),
            signed(nextCost - cost),
          )}
    </span>
  );
}

function signed(value: number): string {
  if (value === 0) return '±0';
  return `${value < 0 ? '−' : '+'}${formatCount(Math.abs(value))}`;
}
