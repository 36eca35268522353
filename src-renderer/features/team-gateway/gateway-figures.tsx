import type { ReactNode } from 'react';
import type { GatewayAdminState } from '#shared/domain/gateway-admin.ts';
import { errorTable } from '#shared/errors.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/team-gateway.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { clockTime } from './clock-time.ts';
import { type Cell, Moment, StateTable } from './state-table.tsx';
import styles from './team-gateway.module.css';

/** The state of a gateway, part by part: what is served, what waits, what fails, who calls, what changed. */
export function GatewayFigures({ state }: { state: GatewayAdminState }) {
  return (
    <div className={styles.parts}>
      <Catalog catalog={state.catalog} />
      <Process process={state.process} />
      <Approvals list={state.approvals} />
      <Upstreams list={state.upstreams} />
      <Callers state={state} />
      <StateTable
        id="sign-ins"
        heading={strings.signIns.heading}
        list={state.sign_ins}
        problem={state.sign_ins.problem}
        head={[strings.table.source, strings.signIns.callers]}
        numbers={[1]}
        cells={({ source, callers }) => [source, callers]}
      />
      <StateTable
        id="trail"
        heading={strings.trail.heading}
        isWide
        list={state.trail}
        problem={state.trail.problem}
        head={[strings.trail.number, strings.table.time, strings.trail.by, strings.trail.action, strings.trail.subject]}
        numbers={[0]}
        cells={({ number, at, by, action, subject }) => [
          ...[number, { moment: at }, by],
          ...[strings.trail.actions[action], subject],
        ]}
      />
    </div>
  );
}

function Facts({
  id,
  heading,
  facts,
}: {
  id: string;
  heading: string;
  facts: readonly (readonly [string, ReactNode])[];
}) {
  return (
    <section className={styles.part} aria-label={heading} data-testid={`team-gateway-${id}`}>
      <h2 className="heading">{heading}</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const plain = (text: string) => <VisibleText text={text} lines={false} />;

function Catalog({ catalog }: { catalog: GatewayAdminState['catalog'] }) {
  const { version, from, since, tools, checked_at, problem } = catalog;
  const shown = from === 'git' || /^[0-9a-f]{64}$/.test(version) ? version.slice(0, 12) : version;
  return (
    <Facts
      id="catalog"
      heading={strings.catalog.heading}
      facts={[
        [
          strings.catalog.version,
          <span key="version" title={version}>
            <span className="mono">{plain(shown)}</span> {strings.catalog.from[from]}
          </span>,
        ],
        [strings.catalog.since, <Moment key="since" at={since} />],
        [strings.catalog.tools, formatCount(tools)],
        ...(checked_at === null ? [] : [[strings.catalog.checked, <Moment key="checked" at={checked_at} />] as const]),
        [
          strings.catalog.refused,
          problem === null ? (
            strings.catalog.notRefused
          ) : (
            <span key="refused" className="is-error" data-refused>
              {plain(strings.catalog.isRefused(problem))}
            </span>
          ),
        ],
      ]}
    />
  );
}

function Process({ process }: { process: GatewayAdminState['process'] }) {
  const { host, pid, version, started_at, requests_under_way, ready, problem, store } = process;
  return (
    <Facts
      id="process"
      heading={strings.process.heading}
      facts={[
        [
          strings.process.state,
          <span key="state" className={ready && problem === null ? undefined : 'is-warning'}>
            {ready ? strings.process.ready : strings.process.ending}
            {problem !== null && <>. {plain(problem)}</>}
          </span>,
        ],
        [strings.process.where, plain(strings.process.ofHost(pid, host))],
        [strings.process.version, plain(strings.process.pegboard(version))],
        [strings.process.started, <Moment key="started" at={started_at} />],
        [strings.process.store, strings.process.stores[store]],
        [strings.process.underWay, strings.process.requests(requests_under_way)],
      ]}
    />
  );
}

function Approvals({ list }: { list: GatewayAdminState['approvals'] }) {
  return (
    <StateTable
      id="approvals"
      heading={strings.approvals.heading}
      isWide
      list={list}
      head={[
        ...[strings.table.name, strings.table.source, strings.approvals.kind],
        ...[strings.approvals.state, strings.approvals.change, strings.approvals.served, strings.approvals.seen],
      ]}
      cells={({ name, source, kind, state, change, action, seen_at }) => [
        ...[name, source, strings.approvals.kinds[kind], strings.approvals.states[state]],
        ...[
          change === null ? null : strings.approvals.changes[change],
          strings.approvals.actions[action],
          { moment: seen_at },
        ],
      ]}
    />
  );
}

type Upstream = GatewayAdminState['upstreams']['items'][number];

function Upstreams({ list }: { list: GatewayAdminState['upstreams'] }) {
  return (
    <StateTable
      id="upstreams"
      heading={strings.upstreams.heading}
      isWide
      list={list}
      head={[
        ...[strings.table.source, strings.upstreams.state, strings.upstreams.paused],
        ...[strings.upstreams.failures, strings.upstreams.error, strings.upstreams.remark],
      ]}
      numbers={[3]}
      cells={(one) => [
        ...[one.source, strings.upstreams.states[one.state], pauseOf(one), one.failures],
        ...[one.error === null ? null : errorTable[one.error].title, remarkOf(one)],
      ]}
    />
  );
}

/** Whether calls of a server pass, or since it failed are answered at once. */
function pauseOf({ source, paused_until }: Upstream): Cell {
  if (paused_until === null) return strings.upstreams.notPaused;
  const text = strings.upstreams.isPaused(clockTime(Date.parse(paused_until)));
  return {
    drawn: (
      <span className="is-error" data-paused={source}>
        {text}
      </span>
    ),
  };
}

function remarkOf({ enabled, consented, stale }: Upstream): string | null {
  if (!enabled) return strings.upstreams.disabled;
  if (!consented) return strings.upstreams.noConsent;
  return stale ? strings.upstreams.stale : null;
}

/** Who calls: by persona, by token, and what came of the calls. */
function Callers({ state: { callers, calls } }: { state: GatewayAdminState }) {
  const persona = (name: string | null): Cell =>
    name ?? { drawn: <span className="dim">{strings.table.noPersona}</span> };
  return (
    <>
      <StateTable
        id="callers"
        heading={strings.callers.heading}
        hint={strings.callers.hint}
        list={callers}
        head={[
          ...[strings.table.name, strings.table.persona, strings.table.requests],
          ...[strings.callers.refused, strings.callers.last],
        ]}
        numbers={[2, 3]}
        cells={(one) => [one.name, persona(one.persona), one.requests, one.refused, { moment: one.last_at }]}
      />
      <StateTable
        id="personas"
        heading={strings.personas.heading}
        hint={strings.personas.hint}
        list={calls.personas}
        problem={calls.problem}
        head={[strings.table.persona, strings.table.requests, strings.personas.failed]}
        numbers={[1, 2]}
        cells={(one) => [persona(one.persona), one.requests, one.failed]}
      />
      <StateTable
        id="outcomes"
        heading={strings.outcomes.heading}
        hint={strings.personas.hint}
        list={calls.outcomes}
        head={[strings.table.source, strings.outcomes.outcome, strings.table.requests]}
        numbers={[2]}
        cells={({ source, outcome, requests }) => [source, strings.outcomes.outcomes[outcome], requests]}
      />
    </>
  );
}
