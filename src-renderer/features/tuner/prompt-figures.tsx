import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { countedBy, formatCount, formatPlural, formatSaving } from '../../ui/format-number.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { type PromptTokens, promptCost, promptTokens } from './prompt-cost.ts';
import styles from './prompt-figures.module.css';
import { type PlacedTool, toolsOnBoard } from './side-rows.ts';
import { compareFromNow } from './tuner-model.ts';
import type { usePromptTokens } from './use-tuner.ts';

/** What the prompt costs now and before, whole and in its parts; and at once with what is being typed. */
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
      aria-label="Tokens of the prompt"
      data-testid="prompt-figures"
    >
      <div className={`${styles.figureHead} row`} aria-busy={isCounting}>
        <Tooltip
          multiline
          maw={320}
          label={`The whole prompt, as “pegboard prompt” renders it for the chosen persona. ${estimator}: ${countedBy[estimator]}.`}
        >
          <span className={styles.bigFigure} data-testid="prompt-now">
            {is ? formatCount(is.whole) : '…'}
          </span>
        </Tooltip>
        <span>
          tokens, the whole prompt
          <br />
          <span className="dim">
            {estimator}
            {isCounting && ', counting…'}
          </span>
        </span>
        {is && was && (
          <strong className={styles.bigChange} data-testid="prompt-change">
            {formatSaving(is.whole, was.whole)}
          </strong>
        )}
      </div>
      {error && <ErrorNotice error={error} />}
      {gonePersona !== null && <p className="dim">The chosen persona is gone: choose another one to see its prompt.</p>}
      {is && was && (
        <table className={`${styles.figureTable} numbers plain-table note`}>
          <TableHead columns={[`tokens (${estimator})`, 'now', 'before', 'change']} />
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
          Set as baseline
        </Button>
      </div>
    </section>
  );
}

const figureRows: readonly { readonly part: keyof PromptTokens; readonly title: string; readonly meaning: string }[] = [
  {
    part: 'tools',
    title: 'always-loaded tools',
    meaning:
      'The sum of their entries in the prompt, each with its line end. Providers that get definitions as JSON count those: the catalog shows that number beside each tool.',
  },
  {
    part: 'rest',
    title: 'the rest',
    meaning:
      'Everything else: instructions, the discovery tools, the directories of tools and skills, and the lines that join the parts.',
  },
  { part: 'whole', title: 'whole prompt', meaning: 'The always-loaded tools and the rest.' },
];

/** The tools on the board, at once with the pattern that is being typed. */
function Typed({ tokens, now, next }: { tokens: ToolTokens; now: readonly PlacedTool[]; next: readonly PlacedTool[] }) {
  const [is, willBe] = [toolsOnBoard(now), toolsOnBoard(next)];
  const [cost, nextCost] = [tokens.sum(is), tokens.sum(willBe)];
  const change =
    next === now || cost === null || nextCost === null
      ? ''
      : ` (${signed(willBe.length - is.length)}, ${signed(nextCost - cost)} tokens)`;
  return (
    <span className="dim" data-testid="board-figures">
      Always loaded: {formatPlural(willBe.length, 'tool')}, {nextCost === null ? '…' : formatCount(nextCost)} tokens
      {change}
    </span>
  );
}

function signed(value: number): string {
  if (value === 0) return '±0';
  return `${value < 0 ? '−' : '+'}${formatCount(Math.abs(value))}`;
}
