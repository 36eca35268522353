import { UnstyledButton } from '@mantine/core';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { showSource, sourceKey } from '../../state/sources-view.ts';
import { countedBy, formatCount, formatSaving } from '../../ui/format-number.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './home.module.css';
import type { Share } from './home-shares.ts';
import type { useCarried } from './use-home.ts';

type Carried = ReturnType<typeof useCarried>;

/** What every prompt carries, beside what it would carry with all tools: a bar for each, by source, and the same as a table. */
export function CarriedPanel({ workspace, carried }: { workspace: WorkspaceSummary; carried: Carried }) {
  const { shares, sizes, estimator, count } = carried;
  if (!shares || !sizes) {
    return (
      <section className={styles.card} aria-label="What every prompt carries" aria-busy data-testid="home-carried">
        <p className={styles.headline}>Counting what your agent carries…</p>
      </section>
    );
  }
  const now = count(sizes.whole);
  const all = count(sizes.all_tools);
  const saving = formatSaving(now, all);
  const loaded = shares.reduce((sum, share) => sum + share.loaded, 0);
  const tools = shares.reduce((sum, share) => sum + share.tools, 0);
  const most = Math.max(sizes.whole, sizes.all_tools, 1);
  const instructions = (whole: number, field: 'now' | 'all') =>
    Math.max(0, whole - shares.reduce((sum, share) => sum + share[field], 0));
  return (
    <section className={styles.card} aria-label="What every prompt carries" data-testid="home-carried">
      <p className={styles.headline}>
        Every prompt of your agent carries <strong>{formatCount(now)} tokens</strong>
        {saving !== null && all !== now && (
          <>
            . With all {formatCount(tools)} tools it would carry <strong>{formatCount(all)}</strong> (
            <span className={styles.saving}>{saving}</span>)
          </>
        )}
        .
      </p>
      <p className="dim">
        {formatCount(loaded)} of {formatCount(tools)} tools are always loaded. The agent finds the others with{' '}
        <span className="mono">tool_search</span>. Counted by {estimator}: {countedBy[estimator]}.
      </p>
      <Bar title="Now" field="now" shares={shares} rest={instructions(sizes.whole, 'now')} most={most} />
      <Bar title="All tools" field="all" shares={shares} rest={instructions(sizes.all_tools, 'all')} most={most} />
      <ShareTable workspace={workspace.path} carried={carried} shares={shares} />
    </section>
  );
}

/** The table says the same in figures. */
function Bar({
  title,
  field,
  shares,
  rest,
  most,
}: {
  title: string;
  field: 'now' | 'all';
  shares: readonly Share[];
  rest: number;
  most: number;
}) {
  return (
    <div className={styles.barRow} aria-hidden>
      <span>{title}</span>
      <span className={styles.track}>
        <span
          className={styles.part}
          data-slot="rest"
          style={{ width: `${(rest / most) * 100}%` }}
          title="Instructions"
        />
        {shares.map((share, slot) => (
          <span
            key={share.title}
            className={styles.part}
            data-slot={slot}
            style={{ width: `${(share[field] / most) * 100}%` }}
            title={share.title}
          />
        ))}
      </span>
    </div>
  );
}

function ShareTable({
  workspace,
  shares,
  carried: { sizes, count },
}: {
  workspace: string;
  shares: readonly Share[];
  carried: Carried;
}) {
  const sum = (field: 'now' | 'all') => shares.reduce((total, share) => total + share[field], 0);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Tools</th>
          <th scope="col">Always loaded</th>
          <th scope="col">Tokens now</th>
          <th scope="col">Tokens with all tools</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ source, title, tools, loaded, now, all }, slot) => (
          <tr key={title}>
            <th scope="row">
              <span className={styles.swatch} data-slot={slot} aria-hidden />
              {source === null ? (
                title
              ) : (
                <UnstyledButton className={styles.link} onClick={() => showSource(workspace, sourceKey(source))}>
                  <VisibleText text={title} lines={false} />
                </UnstyledButton>
              )}
            </th>
            <td>{formatCount(tools)}</td>
            <td>{formatCount(loaded)}</td>
            <td>{formatCount(count(now))}</td>
            <td>{formatCount(count(all))}</td>
          </tr>
        ))}
        {sizes && (
          <tr>
            <th scope="row">
              <span className={styles.swatch} data-slot="rest" aria-hidden />
              Instructions
            </th>
            <td />
            <td />
            <td>{formatCount(count(Math.max(0, sizes.whole - sum('now'))))}</td>
            <td>{formatCount(count(Math.max(0, sizes.all_tools - sum('all'))))}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
