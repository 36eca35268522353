import type { SkillListing, ToolCap } from '#shared/domain/host-budgets.ts';
import { strings } from '../../strings/costs.ts';
import { formatCount } from '../../strings/count.ts';
import { fill } from '../../ui/fill.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { CostBar } from './cost-bar.tsx';
import styles from './costs.module.css';

/** Names that a list shows; the figure above it counts them all. */
const shownNames = 200;

const effects: Readonly<Record<ToolCap['effect'], string>> = strings.budgetPictures.effects;

/** How many tools each host takes; those beyond are hatched. */
export function ToolCaps({ caps }: { caps: readonly ToolCap[] }) {
  return (
    <>
      <h2 className={styles.heading}>{strings.budgetPictures.toolLimitsOfHosts}</h2>
      <table className={`plain-table ${styles.table}`} data-testid="tool-caps">
        <TableHead
          columns={[
            strings.budgetPictures.host,
            numeric(strings.budgetPictures.limit),
            numeric(strings.budgetPictures.tools),
            numeric(strings.budgetPictures.beyond),
            { text: strings.budgetPictures.limitShownAsLine, className: styles.barCell },
            strings.budgetPictures.effect,
          ]}
        />
        <tbody>
          {caps.map((row) => {
            const beyond = Math.max(0, row.tools - row.cap);
            return (
              <tr key={`${row.host} ${row.rule}`} title={strings.budgetPictures.source(row.rule, row.source)}>
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
          {fill(strings.budgetPictures.source2, { host: <b>{host}</b>, rule, source })}
          <Names title={strings.budgetPictures.cut} names={cut} />
        </div>
      ))}
    </>
  );
}

/** What each host lists of the skills at the start of a session. The part that it leaves out is hatched. */
export function SkillListings({ listings }: { listings: readonly SkillListing[] }) {
  return (
    <>
      <h2 className={styles.heading}>{strings.budgetPictures.skillsThatHostsList}</h2>
      {listings.map((row) => {
        const lost = Math.max(0, row.wanted - row.used);
        const facts = {
          host: <b>{row.host}</b>,
          used: formatCount(row.used),
          wanted: formatCount(row.wanted),
          unit: row.unit ?? 'characters',
        };
        return (
          <div key={row.host} className={styles.listing} data-testid="skill-listing">
            <div>
              {row.budget === null
                ? fill(strings.budgetPictures.shows, facts)
                : fill(strings.budgetPictures.showsOfBudget, { ...facts, budget: formatCount(row.budget) })}{' '}
              ·{' '}
              {strings.budgetPictures.ofSkillsCompleteShortened(
                formatCount(row.whole),
                row.skills,
                formatCount(row.shortened.length),
                formatCount(row.name_only.length),
                formatCount(row.omitted.length),
              )}
            </div>
            <CostBar
              kind="all"
              value={row.used}
              cut={lost}
              maximum={Math.max(row.wanted, row.used, row.budget ?? 0)}
              {...(row.budget === null ? {} : { limit: row.budget })}
            />
            <div className={styles.note}>{strings.budgetPictures.source(row.rule, row.source)}</div>
            <Names title={strings.budgetPictures.shortened} names={row.shortened.map(({ name }) => name)} />
            <Names title={strings.budgetPictures.byNameOnly} names={row.name_only} />
            <Names title={strings.budgetPictures.leftOut} names={row.omitted} />
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
        {names.length > shownNames
          ? strings.budgetPictures.firstNames(formatCount(names.length), title, shownNames)
          : strings.budgetPictures.names(formatCount(names.length), title)}
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
