import { Button, Checkbox } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { TextsReport } from '#shared/domain/optimize.ts';
import type { SchemasReport } from '#shared/domain/optimize-schemas.ts';
import type { SkillsReport } from '#shared/domain/optimize-skills.ts';
import { schemaSteps } from '#shared/domain/schema-form.ts';
import { editedFieldText } from '#shared/domain/why-not-text.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/optimize.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatFixed } from '../../ui/format-number.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './optimize.module.css';
import {
  applyProposal,
  changesIn,
  type ProposalKind,
  type ProposalRun,
  propose,
  runIn,
  stopProposal,
  tickChange,
  tickedIn,
  useProposalRuns,
} from './proposal-runs.ts';

/** What use and definitions speak for besides the always-loaded tools: words, shorter schemas, shorter and fewer skills. */
export function MoreProposals({ workspace }: { workspace: WorkspaceSummary }) {
  return (
    <>
      <Section kind="texts" words={strings.proposalKinds.texts} workspace={workspace}>
        {(run) => run.report && <Texts report={run.report} />}
      </Section>
      <Section kind="schemas" words={strings.proposalKinds.schemas} workspace={workspace}>
        {(run) => run.report && <Schemas path={workspace.path} run={run} report={run.report} />}
      </Section>
      <Section kind="skills" words={strings.proposalKinds.skills} workspace={workspace}>
        {(run) => run.report && <Skills path={workspace.path} run={run} report={run.report} />}
      </Section>
    </>
  );
}

function Section<Kind extends ProposalKind>({
  kind,
  words: { title, explained, look },
  workspace: { path, revision },
  children,
}: {
  kind: Kind;
  words: { readonly title: string; readonly explained: string; readonly look: string };
  workspace: WorkspaceSummary;
  children(run: ProposalRun<Kind>): ReactNode;
}) {
  const run = useProposalRuns((all) => runIn(all, path, kind));
  const { report, stop, error } = run;
  const isOutdated = run.revision !== revision;
  const [all, ticked] = [report === null ? 0 : changesIn(report).length, tickedIn(run).length];
  return (
    <section className={styles.proposal} aria-label={title} data-testid={`${kind}-proposal`}>
      <h2 className="heading">{title}</h2>
      <p className="dim">{explained}</p>
      {error && <ErrorNotice error={error} />}
      {stop === null ? (
        <div className="button-line">
          <Button onClick={() => void propose(kind)}>{report === null ? look : strings.proposals.lookAgain}</Button>
        </div>
      ) : (
        <div className="button-row">
          <span role="status">{strings.proposals.looking}</span>
          <Button onClick={() => stopProposal(path, kind)}>{strings.proposals.cancel}</Button>
        </div>
      )}
      {report && (
        <p className="strong" role="status" data-testid={`${kind}-verdict`} data-verdict={report.verdict}>
          <VisibleText text={report.reason} lines={false} />
        </p>
      )}
      {report && isOutdated && <p className="is-warning">{strings.proposals.outdated}</p>}
      {children(run)}
      {all > 0 && (
        <div className="button-line">
          <Button
            variant="filled"
            disabled={ticked === 0 || stop !== null || isOutdated}
            onClick={() => void applyProposal(path, kind)}
          >
            {ticked === all ? strings.proposals.applyAll : strings.proposals.applySome(ticked, all)}
          </Button>
        </div>
      )}
    </section>
  );
}

function Rows({
  label,
  columns,
  children,
}: {
  label: string;
  columns: ComponentProps<typeof TableHead>['columns'];
  children: ReactNode;
}) {
  return (
    <ScrollRegion aria-label={label} className={styles.moves}>
      <table className={`${styles.table} numbers`} aria-label={label}>
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}

function Tick({ path, kind, run, name }: { path: string; kind: ProposalKind; run: ProposalRun; name: string }) {
  return (
    <Checkbox
      size="xs"
      checked={!run.unticked.has(name)}
      onChange={() => tickChange(path, kind, name)}
      label={<ToolName name={name} />}
    />
  );
}

/** How many queries find their tool or skill elsewhere. */
function Cost({ cost }: { cost: NonNullable<SchemasReport['cost']> }) {
  return <p className="dim">{strings.proposals.cost(cost.queries, cost.better, cost.worse)}</p>;
}

function Texts({
  report: { edits, cost, in_sample: seen, held_out: unseen, queries, changes },
}: {
  report: TextsReport;
}) {
  if (queries === 0 || edits.length === 0) return null;
  const range = (gain: TextsReport['held_out']) =>
    strings.proposals.rankGain(
      formatFixed(gain.mean, 3),
      formatFixed(gain.interval[0], 3),
      formatFixed(gain.interval[1], 3),
    );
  return (
    <>
      <p className="dim">{strings.proposals.rankGains(range(seen), range(unseen))}</p>
      {changes.length > 0 && (
        <Rows
          label={strings.proposalKinds.texts.title}
          columns={[strings.proposals.tool, strings.proposals.field, strings.proposals.text]}
        >
          {edits.map(({ tool, field, text }) => (
            <tr key={`${tool} ${field} ${text}`} data-tool={tool}>
              <td>
                <ToolName name={tool} />
              </td>
              <td>{editedFieldText[field]}</td>
              <td className="wraps">
                <VisibleText text={text} lines={false} />
              </td>
            </tr>
          ))}
        </Rows>
      )}
      <Cost cost={cost} />
    </>
  );
}

function Schemas({ path, run, report }: { path: string; run: ProposalRun; report: SchemasReport }) {
  const estimator = usePreferences((state) => state.estimator);
  if (report.proposals.length === 0) return null;
  return (
    <>
      <Rows
        label={strings.proposalKinds.schemas.title}
        columns={[
          strings.proposals.tool,
          strings.proposals.mode,
          numeric(strings.proposals.tokensNow),
          numeric(strings.proposals.tokensThen),
          strings.proposals.leftOut,
          numeric(strings.proposals.checked),
        ]}
      >
        {report.proposals.map(({ tool, always, before, after, steps, checked }) => (
          <tr key={tool} data-tool={tool}>
            <td>
              <Tick path={path} kind="schemas" run={run} name={tool} />
            </td>
            <td className={always ? undefined : 'dim'}>
              {always ? strings.proposals.always : strings.proposals.deferred}
            </td>
            <td data-numeric>{formatCount(before[estimator])}</td>
            <td data-numeric>{formatCount(after[estimator])}</td>
            <td>
              {schemaSteps
                .flatMap((step) =>
                  steps[step] ? [`${strings.proposals.steps[step]} (${formatCount(steps[step])})`] : [],
                )
                .join(', ')}
            </td>
            <td data-numeric>{formatCount(checked)}</td>
          </tr>
        ))}
      </Rows>
      <p>
        {strings.proposals.schemaTokens(formatCount(report.before[estimator]), formatCount(report.after[estimator]))}
      </p>
      {report.cost && <Cost cost={report.cost} />}
    </>
  );
}

function Skills({ path, run, report }: { path: string; run: ProposalRun; report: SkillsReport }) {
  const { hosts, cuts, unused, spared, cost } = report;
  return (
    <>
      <Rows
        label={strings.proposals.hosts}
        columns={[
          strings.proposals.host,
          numeric(strings.proposals.room),
          numeric(strings.proposals.wholeNow),
          numeric(strings.proposals.wholeThen),
        ]}
      >
        {hosts.before.map(({ host, budget, unit, whole, skills }, i) => (
          <tr key={host}>
            <th scope="row">{host}</th>
            <td data-numeric>{budget === null || unit === null ? '–' : strings.proposals.size[unit](budget)}</td>
            <td data-numeric>{strings.proposals.of(whole, skills)}</td>
            <td data-numeric>{strings.proposals.of(hosts.after[i]?.whole ?? 0, hosts.after[i]?.skills ?? 0)}</td>
          </tr>
        ))}
      </Rows>
      {cuts.length > 0 && (
        <Rows
          label={strings.proposals.shorten}
          columns={[
            strings.proposals.shorten,
            strings.proposals.file,
            numeric(strings.proposals.charactersNow),
            numeric(strings.proposals.charactersThen),
            strings.proposals.without,
          ]}
        >
          {cuts.map(({ skill, pack, file, from, to, before, after }) => (
            <tr key={skill} data-skill={skill}>
              <td>
                <Tick path={path} kind="skills" run={run} name={skill} />
              </td>
              <td className="mono">
                <VisibleText text={`${pack}/${file}`} lines={false} />
              </td>
              <td data-numeric>{formatCount(from)}</td>
              <td data-numeric>{formatCount(to)}</td>
              <td className="wraps dim">
                <VisibleText text={before.slice(after.length).trim()} lines={false} />
              </td>
            </tr>
          ))}
        </Rows>
      )}
      {unused.length > 0 && (
        <Rows
          label={strings.proposals.leaveOut}
          columns={[
            strings.proposals.leaveOut,
            strings.proposals.pack,
            numeric(strings.proposals.sessionsWithout),
            numeric(strings.proposals.atMost),
          ]}
        >
          {unused.map(({ skill, pack, sessions, at_most: atMost }) => (
            <tr key={skill} data-skill={skill}>
              <td>
                <Tick path={path} kind="skills" run={run} name={skill} />
              </td>
              <td>{pack}</td>
              <td data-numeric>{formatCount(sessions)}</td>
              <td data-numeric>{`${formatFixed(atMost * 100, 1)} %`}</td>
            </tr>
          ))}
        </Rows>
      )}
      {spared.length > 0 && <p className="dim">{strings.proposals.spared(spared.join(', '))}</p>}
      {cost && <Cost cost={cost} />}
    </>
  );
}
