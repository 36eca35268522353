import { UnstyledButton } from '@mantine/core';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { showSource, sourceKey } from '../../state/sources-view.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/home.ts';
import { fill } from '../../ui/fill.tsx';
import { countedBy, formatSaving } from '../../ui/format-number.ts';
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
      <section
        className={styles.card}
        aria-label={strings.carriedPanel.contentsOfEveryPrompt}
        aria-busy
        data-testid="home-carried"
      >
        <p className={styles.headline}>{strings.carriedPanel.countingTokensOfPrompt}</p>
      </section>
    );
  }
  const now = count(sizes.whole);
  const all = count(sizes.all_tools);
  const loaded = shares.reduce((sum, share) => sum + share.loaded, 0);
  const tools = shares.reduce((sum, share) => sum + share.tools, 0);
  const most = Math.max(sizes.whole, sizes.all_tools, 1);
  const instructions = (whole: number, field: 'now' | 'all') =>
    Math.max(0, whole - shares.reduce((sum, share) => sum + share[field], 0));
  return (
    <section className={styles.card} aria-label={strings.carriedPanel.contentsOfEveryPrompt} data-testid="home-carried">
      <Headline now={now} all={all} tools={tools} />
      <p className="dim">
        {fill(strings.carriedPanel.countedWith, {
          sentences: <ToolsLoaded loaded={loaded} tools={tools} isSearchOn={workspace.config.tool_search.enabled} />,
          estimator,
          value: countedBy[estimator],
        })}
      </p>
      <Bar
        title={strings.carriedPanel.now}
        field="now"
        shares={shares}
        rest={instructions(sizes.whole, 'now')}
        most={most}
      />
      <Bar
        title={strings.carriedPanel.allTools}
        field="all"
        shares={shares}
        rest={instructions(sizes.all_tools, 'all')}
        most={most}
      />
      <ShareTable workspace={workspace.path} carried={carried} shares={shares} />
    </section>
  );
}

/** A prompt without tools has nothing to compare it with. */
function Headline({ now, all, tools }: { now: number; all: number; tools: number }) {
  const saving = tools === 0 || now === all ? null : formatSaving(now, all);
  const values = {
    now: <strong>{strings.carriedPanel.tokens(now)}</strong>,
    allTools: strings.carriedPanel.allOfTools(tools),
    all: <strong>{formatCount(all)}</strong>,
  };
  return (
    <p className={styles.headline}>
      {saving === null
        ? fill(strings.carriedPanel.everyPrompt, values)
        : now < all
          ? fill(strings.carriedPanel.everyPromptWithAllTools, {
              ...values,
              saving: <span className={styles.saving}>{saving}</span>,
            })
          : fill(strings.carriedPanel.everyPromptCostsMore, {
              ...values,
              loss: <span className="is-warning">{strings.carriedPanel.toolSearchCostsMore(saving)}</span>,
            })}
    </p>
  );
}

function ToolsLoaded({ loaded, tools, isSearchOn }: { loaded: number; tools: number; isSearchOn: boolean }) {
  const alwaysLoaded = strings.carriedPanel.toolsAlwaysLoaded(loaded, tools);
  if (loaded === tools || !isSearchOn) return alwaysLoaded;
  return fill(strings.carriedPanel.agentFindsTools, {
    alwaysLoaded,
    others: strings.carriedPanel.otherTools(tools - loaded, tools),
    toolSearch: <span className="mono">{'tool_search'}</span>,
  });
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
          title={strings.carriedPanel.instructions}
        />
        {shares.map((share) => (
          <span
            key={share.title}
            className={styles.part}
            data-slot={share.slot}
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
          <th scope="col">{strings.carriedPanel.source}</th>
          <th scope="col">{strings.carriedPanel.tools}</th>
          <th scope="col">{strings.carriedPanel.alwaysLoaded}</th>
          <th scope="col">{strings.carriedPanel.tokensNow}</th>
          <th scope="col">{strings.carriedPanel.tokensAllTools}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ source, title, slot, tools, loaded, now, all }) => (
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
              {fill(strings.carriedPanel.instructions2, {
                span: <span className={styles.swatch} data-slot="rest" aria-hidden />,
              })}
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
