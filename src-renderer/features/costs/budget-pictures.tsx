import type { SkillListing, ToolCap } from '#shared/domain/host-budgets.ts';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { CostBar } from './cost-bar.tsx';
import styles from './costs.module.css';

/** Names that a list shows; the figure above it counts them all. */
const shownNames = 200;

const effects: Readonly<Record<ToolCap['effect'], string>> = {
  fits: 'fits',
  cut: 'cut without a word',
  refused: 'the request is refused',
  warned: 'it warns',
};

/** How many tools each host takes; those beyond are hatched. */
export function ToolCaps({ caps }: { caps: readonly ToolCap[] }) {
  return (
    <>
      <h2 className={styles.heading}>Tools that hosts take; the part beyond the limit is hatched</h2>
      <table className={`plain-table ${styles.table}`} data-testid="tool-caps">
        <TableHead
          columns={[
            'Host',
            numeric('Limit'),
            numeric('Tools'),
            numeric('Beyond'),
            { text: 'Limit as a line', className: styles.barCell },
            'Effect',
          ]}
        />
        <tbody>
          {caps.map((row) => {
            const beyond = Math.max(0, row.tools - row.cap);
            return (
              <tr key={`${row.host} ${row.rule}`} title={`${row.rule} Source: ${row.source}`}>
                <th scope="row">{row.host}</th>
                <td data-numeric>{formatCount(row.cap)}</td>
                <td data-numeric>{formatCount(row.tools)}</td>
                <td data-numeric>{formatCount(beyond)}</td>
                <td className={styles.barCell}>
                  <CostBar
                    kind="all"
                    value={row.tools - beyond}
                    cut={beyond}
                    limit={row.cap}
                    maximum={Math.max(row.tools, row.cap)}
                  />
                </td>
                <td>{effects[row.effect]}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {caps.map(({ host, rule, source, cut }) => (
        <div key={`${host} ${rule}`} className={styles.note}>
          <b>{host}</b>: {rule} Source: {source}
          <Names title="cut" names={cut} />
        </div>
      ))}
    </>
  );
}

/** What each host lists of the skills at the start of a session. The part that it leaves out is hatched. */
export function SkillListings({ listings }: { listings: readonly SkillListing[] }) {
  return (
    <>
      <h2 className={styles.heading}>Skills that hosts list; the hatched part is left out</h2>
      {listings.map((row) => {
        const lost = Math.max(0, row.wanted - row.used);
        const unit = row.unit ?? 'characters';
        return (
          <div key={row.host} className={styles.listing} data-testid="skill-listing">
            <div>
              <b>{row.host}</b> · shows {formatCount(row.used)} of {formatCount(row.wanted)} {unit}
              {row.budget !== null && `; budget ${formatCount(row.budget)}`} · {formatCount(row.whole)} of{' '}
              {formatPlural(row.skills, 'skill')} whole, {formatCount(row.shortened.length)} shortened,{' '}
              {formatCount(row.name_only.length)} name only, {formatCount(row.omitted.length)} left out
            </div>
            <CostBar
              kind="all"
              value={row.used}
              cut={lost}
              maximum={Math.max(row.wanted, row.used, row.budget ?? 0)}
              {...(row.budget === null ? {} : { limit: row.budget })}
            />
            <div className={styles.note}>
              {row.rule} Source: {row.source}
            </div>
            <Names title="shortened" names={row.shortened.map(({ name }) => name)} />
            <Names title="name only" names={row.name_only} />
            <Names title="left out" names={row.omitted} />
          </div>
        );
      })}
    </>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <details>
      <summary>
        {formatCount(names.length)} {title}
        {names.length > shownNames && `, the first ${shownNames} listed`}
      </summary>
      <ul className={styles.list}>
        {names.slice(0, shownNames).map((name) => (
          <li key={name}>
            <ToolName name={name} />
          </li>
        ))}
      </ul>
    </details>
  );
}
