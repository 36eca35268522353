import { Button, Tooltip } from '@mantine/core';
import type { TokenCount } from '#shared/tokens.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatCount, formatPlural, formatSaving } from '../../ui/format-number.ts';
import type { PlacedTool } from './side-rows.ts';
import styles from './tuner.module.css';
import type { usePromptTokens } from './use-tuner.ts';

/** What the prompt costs now and before, whole and its list of tools, by both estimators; and at once what is being typed. */
export function PromptFigures({
  prompt,
  now,
  next,
}: {
  prompt: ReturnType<typeof usePromptTokens>;
  now: readonly PlacedTool[];
  next: readonly PlacedTool[];
}) {
  const estimator = usePreferences((state) => state.estimator);
  const { now: tokens, before, isCounting, error, gonePersona, compareFromNow } = prompt;
  return (
    <section className={styles.figures} aria-label="Tokens of the prompt" data-testid="prompt-figures">
      <div className={styles.figureHead} aria-busy={isCounting}>
        <Tooltip label="The whole prompt, as “pegboard prompt” renders it for the chosen persona: instructions, discovery and the list of tools.">
          <span className={styles.bigFigure} data-testid="prompt-now">
            {tokens ? formatCount(tokens.whole[estimator]) : '…'}
          </span>
        </Tooltip>
        <span>
          tokens, the whole prompt
          <br />
          <span className="dim">
            {estimator === 'estimate' ? 'estimate' : 'o200k'}
            {isCounting && ', counting…'}
          </span>
        </span>
        {tokens && before && (
          <strong className={styles.bigChange} data-testid="prompt-change">
            {formatSaving(tokens.whole[estimator], before.whole[estimator])}
          </strong>
        )}
      </div>
      {error && <ErrorNotice error={error} />}
      {gonePersona !== null && <p className="dim">The chosen persona is gone: choose another one to see its prompt.</p>}
      {tokens && before && (
        <table className={styles.figureTable}>
          <thead>
            <tr>
              <th scope="col">tokens</th>
              <th scope="col">now</th>
              <th scope="col">before</th>
              <th scope="col">change</th>
            </tr>
          </thead>
          <tbody>
            <FigureRow title="prompt, estimate" now={tokens.whole} before={before.whole} estimator="estimate" />
            <FigureRow title="prompt, o200k" now={tokens.whole} before={before.whole} estimator="o200k" />
            <FigureRow title="its tools, estimate" now={tokens.tools} before={before.tools} estimator="estimate" />
            <FigureRow title="its tools, o200k" now={tokens.tools} before={before.tools} estimator="o200k" />
          </tbody>
        </table>
      )}
      <div className={styles.figureFoot}>
        <Typed now={now} next={next} />
        <Button size="compact-xs" variant="subtle" disabled={!compareFromNow} onClick={() => compareFromNow?.()}>
          Compare from now
        </Button>
      </div>
    </section>
  );
}

function FigureRow({
  title,
  now,
  before,
  estimator,
}: {
  title: string;
  now: TokenCount;
  before: TokenCount;
  estimator: keyof TokenCount;
}) {
  const change = now[estimator] - before[estimator];
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{formatCount(now[estimator])}</td>
      <td>{formatCount(before[estimator])}</td>
      <td>{signed(change)}</td>
    </tr>
  );
}

/** The board by the estimate of its definitions, which is known at once. */
function Typed({ now, next }: { now: readonly PlacedTool[]; next: readonly PlacedTool[] }) {
  const [is, willBe] = [boardOf(now), boardOf(next)];
  const change =
    next === now ? '' : ` (${signed(willBe.tools - is.tools)}, ${signed(willBe.tokens - is.tokens)} tokens)`;
  return (
    <span
      className="dim"
      data-testid="board-figures"
      title="Estimate of the definitions as compact JSON: name, description, input schema."
    >
      Board: {formatPlural(willBe.tools, 'tool')}, {formatCount(willBe.tokens)} of definitions{change}
    </span>
  );
}

function boardOf(placed: readonly PlacedTool[]): { tools: number; tokens: number } {
  let tools = 0;
  let tokens = 0;
  for (const { mode, tool } of placed) {
    if (mode !== 'always') continue;
    tools++;
    tokens += tool.tokens_estimate;
  }
  return { tools, tokens };
}

function signed(value: number): string {
  if (value === 0) return '±0';
  return `${value < 0 ? '−' : '+'}${formatCount(Math.abs(value))}`;
}
