import type { UseReport } from '#shared/domain/use-report.ts';
import { strings } from '../../strings/use.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { FigureButton } from './figure-button.tsx';
import { matrixTools, type Pair, sessionsOf } from './pair-matrix.ts';
import styles from './use.module.css';

/** Tools that the picture has room for. */
const mostTools = 12;

/** Steps from the fewest sessions to the most, as the style sheet colours them. */
const shades = 4;

/** Who is called with whom: a picture of the most frequent tools, and the pairs as a table. */
export function PairsTab({ path, report: { together } }: { path: string; report: UseReport }) {
  if (together.length === 0) return <p className="dim flush">{strings.tables.noPairs}</p>;
  return (
    <>
      <Matrix path={path} pairs={together} />
      <section className={styles.part} aria-label={strings.tables.pairs}>
        <h2 className="heading">{strings.tables.pairs}</h2>
        <table className={`${styles.table} numbers`} data-testid="use-pairs">
          <TableHead
            columns={[
              strings.tables.tool,
              strings.tables.tool,
              numeric(strings.tables.sessionsWithBoth),
              numeric(strings.tables.ofSessions),
            ]}
          />
          <tbody>
            {together.map(({ tools: [a, b], sessions, of }) => (
              <tr key={JSON.stringify([a, b])}>
                <th scope="row">
                  <ToolName name={a} />
                </th>
                <th scope="row">
                  <ToolName name={b} />
                </th>
                <td data-numeric>
                  <FigureButton path={path} what={`${a}, ${b}`} filter={{ together: [a, b] }} value={sessions} />
                </td>
                <td data-numeric>
                  <FigureButton
                    path={path}
                    what={`${a}, ${b}, ${strings.tables.ofSessions}`}
                    filter={{ either: [a, b] }}
                    value={of}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** A row and a column for each tool; it is its own table. The darker, the more sessions. */
function Matrix({ path, pairs }: { path: string; pairs: readonly Pair[] }) {
  const tools = matrixTools(pairs, mostTools);
  const most = Math.max(1, ...pairs.map(({ sessions }) => sessions));
  return (
    <ScrollRegion className={styles.matrix} aria-label={strings.tables.matrix} data-testid="use-matrix">
      <table>
        <caption>{strings.tables.matrixCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{strings.tables.tool}</th>
            {tools.map((tool, at) => (
              <th key={tool} scope="col" title={visibleString(tool)}>
                <span aria-hidden>{at + 1}</span>
                <span className="visually-hidden">{visibleString(tool)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tools.map((row, at) => (
            <tr key={row}>
              <th scope="row">
                <span className="dim">{at + 1}</span> <ToolName name={row} />
              </th>
              {tools.map((column) => {
                const sessions = row === column ? 0 : sessionsOf(pairs, row, column);
                return (
                  <td
                    key={column}
                    data-same={row === column || undefined}
                    data-shade={sessions > 0 ? Math.ceil((sessions / most) * shades) : undefined}
                  >
                    {sessions > 0 && (
                      <FigureButton
                        path={path}
                        what={`${row}, ${column}`}
                        filter={{ together: [row, column] }}
                        value={sessions}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
