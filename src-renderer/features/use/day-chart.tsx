import type { UseReport } from '#shared/domain/use-report.ts';
import { strings } from '../../strings/use.ts';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { FigureButton } from './figure-button.tsx';
import styles from './use.module.css';
import { showFigure } from './use-model.ts';

const height = 100;

/** Calls by day: a column for each, and the same as a table. A press on a column lists the events of its day. */
export function DayChart({ path, days }: { path: string; days: UseReport['days'] }) {
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  return (
    <section className={styles.part} aria-label={strings.overview.callsByDay}>
      <h2 className="heading">{strings.overview.callsByDay}</h2>
      <div className={styles.days} title={strings.overview.pictureOfDays} aria-hidden data-testid="use-days">
        {days.map(({ day, calls, failed }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: a picture of the table below, which the keyboard reaches
          // biome-ignore lint/a11y/useKeyWithClickEvents: the same
          <span
            key={day}
            className={styles.day}
            title={strings.overview.dayFigures(day, calls, failed)}
            onClick={() => showFigure(path, { title: day, filter: { day } })}
          >
            <span data-hue="tier" style={{ height: `${((calls - failed) / most) * height}%` }} />
            <span data-hue="vector" style={{ height: `${(failed / most) * height}%` }} />
          </span>
        ))}
      </div>
      <div className={styles.axis} aria-hidden>
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </div>
      <details>
        <summary className="more-summary">{strings.overview.showAsTable}</summary>
        <table className={`${styles.table} numbers`}>
          <TableHead
            columns={[
              strings.overview.day,
              numeric(strings.overview.callsColumn),
              numeric(strings.overview.failed),
              numeric(strings.overview.searches),
            ]}
          />
          <tbody>
            {days.map(({ day, calls, failed, searches }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td data-numeric>
                  <FigureButton path={path} what={day} filter={{ day, kind: 'call' }} value={calls} />
                </td>
                <td data-numeric>
                  <FigureButton
                    path={path}
                    what={`${day}, ${strings.overview.failed}`}
                    filter={{ day, kind: 'call', ok: false }}
                    value={failed}
                  />
                </td>
                <td data-numeric>
                  <FigureButton
                    path={path}
                    what={`${day}, ${strings.overview.searches}`}
                    filter={{ day, kind: 'search' }}
                    value={searches}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
