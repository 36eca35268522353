import type { ScoreGap, ToolAhead } from '#shared/domain/why-not.ts';
import { cutText } from '../../ui/cut-text.ts';
import { formatFixed } from '../../ui/format-number.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './why-not.module.css';

/** The tools that stand before the asked one, with what each word brings them more. */
export function AheadSection({ ahead }: { ahead: readonly ToolAhead[] }) {
  if (ahead.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className="heading">Ranked above it, and why</h3>
      <ol className="plain-list" data-testid="why-not-ahead">
        {ahead.map((tool) => (
          <li key={tool.name} className={styles.aheadTool}>
            <span className="mono dim">{tool.rank}</span>
            <span className="breaks">
              <ToolName name={tool.name} />
            </span>
            <span className="mono" title={`Its score before normalisation is ${tool.raw}`}>
              {signed(tool.difference)}
            </span>
            <Gaps gaps={tool.gaps} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Beyond these a difference says little. */
const shownGaps = 6;

function Gaps({ gaps }: { gaps: readonly ScoreGap[] }) {
  const told = gaps
    .map((gap) => ({ ...gap, more: gap.ahead - gap.here }))
    .filter(({ more }) => Math.abs(more) >= 0.005)
    .sort((a, b) => b.more - a.more);
  if (told.length === 0) return null;
  return (
    <span className={styles.gaps}>
      {told.slice(0, shownGaps).map(({ term, here, ahead, more }) => (
        <span
          key={term ?? ''}
          title={`${formatFixed(ahead, 2)} there, ${formatFixed(here, 2)} here`}
          data-less={more < 0 || undefined}
        >
          {term === null ? 'coverage and bonuses' : <VisibleText text={cutText(term, 80)} lines={false} />}{' '}
          <span className="mono">{signed(more)}</span>
        </span>
      ))}
      {told.length > shownGaps && <span>and {told.length - shownGaps} more</span>}
    </span>
  );
}

function signed(value: number): string {
  return value < 0 ? formatFixed(value, 2) : `+${formatFixed(value, 2)}`;
}
