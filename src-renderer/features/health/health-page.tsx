import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { findingLabel } from '#shared/domain/finding.ts';
import type { ToolProblems } from '#shared/domain/tool-detail.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useGonePersona } from '../../platform/active-persona.ts';
import { useCatalogLint } from '../../platform/catalog-lint.ts';
import { duplicatesQuery } from '../../platform/duplicates.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { openRevision } from '../../platform/this-window.ts';
import { useConfusable } from '../../platform/use-confusable.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/health.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { NoTools } from '../server-review/no-tools.tsx';
import { ConfusablePanel } from './confusable-panel.tsx';
import styles from './health.module.css';
import { places, showAlike, showProblemTools } from './health-model.ts';
import { type HealthRow, healthRows } from './health-rows.ts';

/** Tools among which confusable ones are looked for without being asked. */
const soughtAtOnce = 2000;

/** What is wrong with the tools, as one list that leads to them, and a picture of those that queries mix up. */
export function HealthPage() {
  const workspace = useWorkspace();
  return (
    <>
      <h1 className="visually-hidden">{strings.healthPage.health}</h1>
      {workspace && (workspace.tools === 0 ? <NoTools /> : <Health workspace={workspace} />)}
    </>
  );
}

function Health({ workspace }: { workspace: WorkspaceSummary }) {
  const lint = useCatalogLint({ isEnabled: true });
  const duplicates = useQuery(duplicatesQuery(openRevision(workspace)));
  const gone = useGonePersona();
  const search = useConfusable({ whenAsked: gone !== null || workspace.tools > soughtAtOnce });
  const error = lint.error ?? duplicates.error;
  const rows =
    lint.data && duplicates.data
      ? healthRows({ problems: lint.data, duplicates: duplicates.data, confusable: search.report })
      : null;
  return (
    <div className="scrolling-column" data-testid="health">
      <section className={styles.findings} aria-label={strings.healthPage.findingsAboutTools}>
        {error ? (
          <ErrorNotice error={error} />
        ) : rows === null ? (
          <p className="dim flush">{strings.healthPage.checkingTools}</p>
        ) : rows.length === 0 ? (
          <p className="flush">{strings.healthPage.checksFoundNoProblems(workspace.tools)}</p>
        ) : (
          <FindingTable rows={rows} path={workspace.path} />
        )}
      </section>
      {gone === null ? <ConfusablePanel search={search} /> : <PersonaGone name={gone} />}
    </div>
  );
}

function FindingTable({ rows, path }: { rows: readonly HealthRow[]; path: string }) {
  return (
    <ScrollRegion id={places.findings} aria-label={strings.healthPage.findings} data-screen-focus>
      <table className={`${styles.table} plain-table numbers`} data-testid="health-findings">
        <TableHead
          columns={[
            strings.healthPage.finding,
            numeric(strings.healthPage.tools),
            strings.healthPage.example,
            { text: '', 'aria-label': strings.healthPage.action },
          ]}
        />
        <tbody>
          {rows.map(({ kind, severity, tools, example }) => (
            <tr key={kind} data-kind={kind}>
              <th scope="row">
                <span aria-hidden className={severity === 'error' ? 'is-error' : 'is-warning'}>
                  {severity === 'error' ? '✕' : '▲'}
                </span>{' '}
                {titleOf(kind)}
              </th>
              <td data-numeric>{formatCount(tools)}</td>
              <td className="cut">
                <ToolName name={example} />
              </td>
              <td data-numeric>
                <Button
                  size="compact-sm"
                  aria-label={strings.healthPage.showTools2(titleOf(kind))}
                  onClick={() =>
                    kind === 'duplicate' || kind === 'confusable' ? showAlike(path, kind) : showProblemTools(path, kind)
                  }
                >
                  {strings.healthPage.showTools}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type Kind = HealthRow['kind'];

function titleOf(kind: Kind | ToolProblems['problems'][number]['code']): string {
  if (kind === 'duplicate') return 'duplicates';
  if (kind === 'confusable') return strings.healthPage.confusableAnotherTool;
  return findingLabel(kind);
}
