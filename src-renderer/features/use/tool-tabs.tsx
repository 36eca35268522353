import type { UseFilter, UseReport } from '#shared/domain/use-report.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/use.ts';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { FigureButton } from './figure-button.tsx';
import styles from './use.module.css';
import { useCounted } from './use-counted.ts';

interface TabProps {
  readonly path: string;
  readonly report: UseReport;
}

/** Calls by tool, and the tools that nobody called. */
export function ToolsTab({ path, report }: TabProps) {
  const most = Math.max(1, ...report.tools.map(({ calls }) => calls));
  return (
    <>
      <section aria-label={strings.tables.callsByTool}>
        <h2 className="heading">{strings.tables.callsByTool}</h2>
        {report.tools.length === 0 && <p className="dim">{strings.tables.noCalls}</p>}
        <table className={`${styles.table} numbers`} data-testid="use-tools">
          <TableHead
            columns={[
              strings.tables.tool,
              { text: strings.tables.share, className: styles.barCell },
              numeric(strings.tables.calls),
              numeric(strings.tables.failed),
              numeric(strings.tables.sessions),
              numeric(strings.tables.median),
              numeric(strings.tables.p95),
              numeric(strings.tables.answerTokens),
            ]}
          />
          <tbody>
            {report.tools.map((figure) => (
              <ToolRow key={figure.tool} path={path} figure={figure} most={most} />
            ))}
          </tbody>
        </table>
      </section>
      <Skills path={path} report={report} />
      <Never report={report} />
    </>
  );
}

/** Skills by how often they were loaded. */
function Skills({ path, report: { skills } }: TabProps) {
  if (skills.length === 0) return null;
  return (
    <section className={styles.part} aria-label={strings.tables.skills}>
      <h2 className="heading">{strings.tables.skills}</h2>
      <table className={`${styles.table} numbers`} data-testid="use-skills">
        <TableHead columns={[strings.tables.skill, numeric(strings.tables.loads), numeric(strings.tables.sessions)]} />
        <tbody>
          {skills.map(({ skill, loads, sessions }) => (
            <tr key={skill} data-skill={skill}>
              <th scope="row">
                <ToolName name={skill} />
              </th>
              <td data-numeric>
                <FigureButton path={path} what={skill} filter={{ kind: 'skill', skill }} value={loads} />
              </td>
              <td data-numeric>
                <FigureButton
                  path={path}
                  what={`${skill}, ${strings.tables.sessions}`}
                  filter={{ kind: 'skill', skill }}
                  value={sessions}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ToolRow({ path, figure, most }: { path: string; figure: UseReport['tools'][number]; most: number }) {
  const { tool, calls, failed, sessions, p50_ms: p50, p95_ms: p95, tokens } = figure;
  return (
    <tr data-tool={tool}>
      <th scope="row">
        <ToolName name={tool} />
      </th>
      <td className={styles.barCell}>
        <CallBar calls={calls} failed={failed} most={most} />
      </td>
      <td data-numeric>
        <FigureButton path={path} what={tool} filter={{ kind: 'call', tool }} value={calls} />
      </td>
      <td data-numeric>
        <FigureButton
          path={path}
          what={`${tool}, ${strings.tables.failed}`}
          filter={{ kind: 'call', tool, ok: false }}
          value={failed}
        />
      </td>
      <td data-numeric>
        <FigureButton
          path={path}
          what={`${tool}, ${strings.tables.sessions}`}
          filter={{ kind: 'call', tool }}
          value={sessions}
        />
      </td>
      <OfCalls path={path} what={`${tool}, ${strings.tables.median}`} filter={{ tool }} calls={calls} of={p50} />
      <OfCalls path={path} what={`${tool}, ${strings.tables.p95}`} filter={{ tool }} calls={calls} of={p95} />
      <OfCalls
        path={path}
        what={`${tool}, ${strings.tables.answerTokens}`}
        filter={{ tool }}
        calls={calls}
        of={tokens}
      />
    </tr>
  );
}

/** A figure that calls have together, such as their median: it leads to these calls. */
function OfCalls({
  path,
  what,
  filter,
  calls,
  of,
}: {
  path: string;
  what: string;
  filter: UseFilter;
  calls: number;
  /** Null where no log told it. */
  of: number | null;
}) {
  return (
    <td data-numeric>
      {of === null ? (
        '–'
      ) : (
        <FigureButton
          path={path}
          what={what}
          filter={{ kind: 'call', ...filter }}
          value={calls}
          text={formatCount(Math.round(of))}
        />
      )}
    </td>
  );
}

function CallBar({ calls, failed, most }: { calls: number; failed: number; most: number }) {
  return (
    <StackedBar
      parts={[
        { hue: 'tier', value: calls - failed },
        { hue: 'vector', value: failed },
      ]}
      maximum={most}
      title={`${formatCount(calls)}, ${formatCount(failed)} ${strings.tables.failed.toLowerCase()}`}
    />
  );
}

/** Tools that are listed at first. */
const shownNever = 100;

function Never({ report: { carried } }: { report: UseReport }) {
  const counted = useCounted();
  if (carried.never.length === 0) return null;
  const title = `${strings.tables.neverCalled} (${formatCount(carried.never.length)})`;
  return (
    <section className={styles.part} aria-label={strings.tables.neverCalled}>
      <h2 className="heading">{title}</h2>
      <table className={`${styles.table} numbers`} data-testid="use-never">
        <TableHead
          columns={[
            strings.tables.tool,
            strings.tables.source,
            strings.tables.mode,
            numeric(strings.tables.definitionTokens),
          ]}
        />
        <tbody>
          {carried.never.slice(0, shownNever).map(({ tool, source, always, tokens }) => (
            <tr key={tool} data-tool={tool}>
              <th scope="row">
                <ToolName name={tool} />
              </th>
              <td>
                <VisibleText text={source} lines={false} />
              </td>
              <td className={always ? undefined : 'dim'}>
                {always ? strings.tables.modes.always : strings.tables.modes.deferred}
              </td>
              <td data-numeric>{formatCount(counted(tokens))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the definitions of each source cost, beside how often its tools are called. */
export function SourcesTab({ path, report }: TabProps) {
  const counted = useCounted();
  const tokens = Math.max(1, counted(report.carried.tokens));
  const calls = Math.max(
    1,
    report.sources.reduce((sum, source) => sum + source.calls, 0),
  );
  const percent = (part: number, of: number) => `${Math.round((part / of) * 100)} %`;
  return (
    <section aria-label={strings.tables.callsBySource}>
      <h2 className="heading">{strings.tables.callsBySource}</h2>
      <table className={`${styles.table} numbers`} data-testid="use-sources">
        <TableHead
          columns={[
            strings.tables.source,
            { text: strings.tables.tokensAgainstCalls, className: styles.barCell },
            numeric(strings.tables.tools),
            numeric(strings.tables.used),
            numeric(strings.tables.definitionTokens),
            numeric(strings.tables.calls),
            numeric(strings.tables.failed),
            numeric(strings.tables.median),
            numeric(strings.tables.p95),
          ]}
        />
        <tbody>
          {report.sources.map((row) => (
            <tr key={row.source} data-source={row.source}>
              <th scope="row">
                <VisibleText text={row.source} lines={false} />
              </th>
              <td className={styles.barCell}>
                <StackedBar
                  parts={[{ hue: 'description', value: counted(row.tokens) }]}
                  maximum={tokens}
                  title={percent(counted(row.tokens), tokens)}
                />
                <StackedBar
                  parts={[{ hue: 'tier', value: row.calls }]}
                  maximum={calls}
                  title={percent(row.calls, calls)}
                />
              </td>
              <td data-numeric>{formatCount(row.tools)}</td>
              <td data-numeric>{formatCount(row.used)}</td>
              <td data-numeric>{formatCount(counted(row.tokens))}</td>
              <td data-numeric>
                <FigureButton
                  path={path}
                  what={row.source}
                  filter={{ kind: 'call', source: row.source }}
                  value={row.calls}
                />
              </td>
              <td data-numeric>
                <FigureButton
                  path={path}
                  what={`${row.source}, ${strings.tables.failed}`}
                  filter={{ kind: 'call', source: row.source, ok: false }}
                  value={row.failed}
                />
              </td>
              <OfCalls
                path={path}
                what={`${row.source}, ${strings.tables.median}`}
                filter={{ source: row.source }}
                calls={row.calls}
                of={row.p50_ms}
              />
              <OfCalls
                path={path}
                what={`${row.source}, ${strings.tables.p95}`}
                filter={{ source: row.source }}
                calls={row.calls}
                of={row.p95_ms}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Names of calls that belong to no tool of the catalog, with what to do about each. */
export function NamesTab({ path, report: { unmapped } }: TabProps) {
  if (unmapped.length === 0) return <p className="flush">{strings.tables.allNamesKnown}</p>;
  return (
    <section aria-label={strings.tables.unknownNames}>
      <h2 className="heading">{strings.tables.unknownNames}</h2>
      <table className={`${styles.table} numbers`} data-testid="use-names">
        <TableHead columns={[strings.tables.name, numeric(strings.tables.calls), strings.tables.why]} />
        <tbody>
          {unmapped.map(({ said, why, calls }) => (
            <tr key={said}>
              <th scope="row">
                <ToolName name={said} />
              </th>
              <td data-numeric>
                <FigureButton path={path} what={said} filter={{ kind: 'call', said }} value={calls} />
              </td>
              <td>{strings.tables.whys[why]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
