import { type UseReport, useSearchOutcomes } from '#shared/domain/use-report.ts';
import { strings } from '../../strings/use.ts';
import { cutText } from '../../ui/cut-text.ts';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { FigureButton } from './figure-button.tsx';
import styles from './use.module.css';

const shownCharacters = 200;

/** What came of the searches: those without a result, and those after which another tool was called, by query. */
export function SearchesTab({ path, report: { searches } }: { path: string; report: UseReport }) {
  return (
    <>
      <section aria-label={strings.tables.outcomes}>
        <h2 className="heading">{strings.tables.outcomes}</h2>
        <table className={`${styles.table} numbers`} data-testid="use-outcomes">
          <TableHead
            columns={[strings.tables.outcome, { text: '', 'aria-hidden': true }, numeric(strings.tables.times)]}
          />
          <tbody>
            {useSearchOutcomes.map((outcome) => (
              <tr key={outcome} data-outcome={outcome}>
                <th scope="row">{strings.tables.outcomeNames[outcome]}</th>
                <td className={styles.barCell}>
                  <StackedBar
                    parts={[{ hue: 'tier', value: searches.outcomes[outcome] }]}
                    maximum={Math.max(1, searches.total)}
                    title={strings.tables.outcomeNames[outcome]}
                  />
                </td>
                <td data-numeric>
                  <FigureButton
                    path={path}
                    what={strings.tables.outcomeNames[outcome]}
                    filter={{ search: outcome }}
                    value={searches.outcomes[outcome]}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <EmptyQueries path={path} queries={searches.empty} />
      <OtherQueries path={path} queries={searches.other} />
    </>
  );
}

function EmptyQueries({ path, queries }: { path: string; queries: UseReport['searches']['empty'] }) {
  return (
    <section className={styles.part} aria-label={strings.tables.emptyQueries}>
      <h2 className="heading">{strings.tables.emptyQueries}</h2>
      {queries.length === 0 ? (
        <p className="dim">{strings.tables.noneOfThese}</p>
      ) : (
        <table className={`${styles.table} numbers`} data-testid="use-empty-queries">
          <TableHead columns={[strings.tables.query, numeric(strings.tables.times)]} />
          <tbody>
            {queries.map(({ query, count }) => (
              <tr key={query}>
                <th scope="row">
                  <VisibleText text={cutText(query, shownCharacters)} lines={false} />
                </th>
                <td data-numeric>
                  <FigureButton
                    path={path}
                    what={cutText(query, shownCharacters)}
                    filter={{ search: 'empty', query }}
                    value={count}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function OtherQueries({ path, queries }: { path: string; queries: UseReport['searches']['other'] }) {
  return (
    <section className={styles.part} aria-label={strings.tables.otherQueries}>
      <h2 className="heading">{strings.tables.otherQueries}</h2>
      {queries.length === 0 ? (
        <p className="dim">{strings.tables.noneOfThese}</p>
      ) : (
        <table className={`${styles.table} numbers`} data-testid="use-other-queries">
          <TableHead
            columns={[strings.tables.query, strings.tables.first, strings.tables.called, numeric(strings.tables.times)]}
          />
          <tbody>
            {queries.map(({ query, first, called, count }) => (
              <tr key={JSON.stringify([query, first, called])}>
                <th scope="row">
                  <VisibleText text={cutText(query, shownCharacters)} lines={false} />
                </th>
                <td>
                  <ToolName name={first} />
                </td>
                <td>
                  <ToolName name={called} />
                </td>
                <td data-numeric>
                  <FigureButton
                    path={path}
                    what={cutText(query, shownCharacters)}
                    filter={{ search: 'other', query, first, called }}
                    value={count}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
