import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Finding } from '#shared/domain/finding.ts';
import type { FixableFinding, PackFileAt, SkillFix } from '#shared/domain/skill-editor.ts';
import { strings } from '../../strings/packs.ts';
import { FindingList } from '../../ui/finding-list.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { HostsPanel } from './hosts-panel.tsx';
import { openSkillFile } from './pack-acts.ts';
import styles from './packs.module.css';
import type { PackData } from './packs-data.ts';
import { packsPlaces } from './packs-places.ts';
import { packsPanels, usePacksStore, usePacksView } from './packs-store.ts';
import { PreviewPanel } from './preview-panel.tsx';
import type { ShownFile } from './shown-file.ts';

/** A finding of the saved packs, and the file that it is about; null where it is about a whole pack. */
interface OtherFinding {
  readonly finding: Finding;
  readonly at: PackFileAt | null;
}

/** What loading the packs found that the list of the shown file does not say: of other files, and between skills. */
function otherFindings(
  packs: readonly PackData[],
  shown: Pick<ShownFile, 'pack' | 'file' | 'findings'>,
): OtherFinding[] {
  const said = new Set(shown.findings.map(({ code }) => code));
  return packs.flatMap(({ name, path, report, view, error }) => {
    const files = new Set(view?.files.map(({ file }) => file));
    const failed: OtherFinding[] =
      error && !report
        ? [{ finding: { code: error.code, severity: 'error', message: error.message, path }, at: null }]
        : [];
    const found = (report?.findings ?? []).flatMap((finding): OtherFinding[] => {
      const file = finding.path?.startsWith(`${path}/`) ? finding.path.slice(path.length + 1) : null;
      if (name === shown.pack && file === shown.file && (said.has(finding.code) || isLive(finding.code))) return [];
      return [{ finding, at: file !== null && files.has(file) ? { pack: name, file } : null }];
    });
    return [...failed, ...found];
  });
}

/** Codes that only a check of all skills gives; all others appear and disappear while the user types. */
const ofAll: ReadonlySet<string> = new Set([
  'name_duplicate',
  'name_case',
  'trigger_similar',
  'over_budget',
  'pin_unknown',
]);

function isLive(code: string): boolean {
  return !ofAll.has(code);
}

interface BottomPanelProps {
  readonly workspace: string;
  readonly shown: ShownFile;
  readonly packs: readonly PackData[];
  onFix(fix: SkillFix): void;
  onPlace(line: number, column: number, focus: boolean): void;
}

/** Below the editors: what is wrong, and what a model gets. */
export function BottomPanel(props: BottomPanelProps) {
  const { workspace, shown } = props;
  const { panel } = usePacksView(workspace);
  const change = usePacksStore((state) => state.change);
  return (
    <section className={styles.bottom} aria-label={strings.bottomPanel.problemsPreview}>
      <div className={styles.bottomBar}>
        <SegmentedControl
          aria-label={strings.bottomPanel.panel}
          data={[
            { value: 'problems', label: strings.bottomPanel.problems(shown.findings.length) },
            { value: 'preview', label: strings.bottomPanel.whatModelGets },
            { value: 'hosts', label: strings.bottomPanel.byHost },
          ]}
          value={panel}
          onChange={(next) => change(workspace, { panel: packsPanels.find((one) => one === next) ?? 'problems' })}
        />
      </div>
      {panel === 'problems' && <Problems {...props} />}
      {panel === 'preview' && <PreviewPanel workspace={workspace} shown={shown} />}
      {panel === 'hosts' && <HostsPanel workspace={workspace} shown={shown} />}
    </section>
  );
}

function Problems({ workspace, shown, packs, onFix, onPlace }: BottomPanelProps) {
  const [showsAll, setShowsAll] = useState(false);
  const others = otherFindings(packs, shown);
  return (
    <ScrollRegion as="div" id={packsPlaces.problems} className={styles.bottomBody} data-testid="skill-problems">
      {shown.findings.length === 0 ? (
        <p className={styles.calm}>{strings.bottomPanel.noProblems}</p>
      ) : (
        <FindingList
          findings={shown.findings}
          label={strings.bottomPanel.problemsInThisFile}
          action={(finding: FixableFinding) => (
            <div className="flex wrap gap-8 above-4">
              {shown.isEditable &&
                finding.fixes?.map((fix) => (
                  <Button
                    key={fix.title}
                    variant="light"
                    onClick={() => onFix(fix)}
                    data-problem
                    data-testid="quick-fix"
                  >
                    {visibleString(fix.title).slice(0, 90)}
                  </Button>
                ))}
              {finding.range && (
                <Button
                  variant="subtle"
                  data-problem
                  onClick={() => onPlace(finding.range?.start.line ?? 1, finding.range?.start.column ?? 1, true)}
                >
                  {strings.bottomPanel.goLine(finding.range.start.line)}
                </Button>
              )}
            </div>
          )}
        />
      )}
      {others.length > 0 && (
        <>
          <Button variant="subtle" onClick={() => setShowsAll(!showsAll)} aria-expanded={showsAll} data-problem>
            {strings.bottomPanel.otherProblemsInSaved(showsAll, others.length)}
          </Button>
          {showsAll && (
            <FindingList
              findings={others.slice(0, 200).map(({ finding }) => finding)}
              label={strings.bottomPanel.problemsInOtherFiles}
              action={(finding) => {
                const at = others.find((one) => one.finding === finding)?.at;
                return at ? (
                  <Button variant="subtle" onClick={() => openSkillFile(workspace, at)} data-problem>
                    {strings.bottomPanel.open}
                  </Button>
                ) : null;
              }}
            />
          )}
        </>
      )}
    </ScrollRegion>
  );
}
