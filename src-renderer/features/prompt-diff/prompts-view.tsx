import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import type { VersionFacts } from '#shared/domain/workspace-version.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { BlockTable } from './block-table.tsx';
import { DiffPanel } from './diff-panel.tsx';
import { PromptBars } from './prompt-bars.tsx';
import styles from './prompt-diff.module.css';
import type { PromptDiffView } from './prompt-diff-store.ts';
import { ToolChangeList } from './tool-change-list.tsx';

/** Two prompts beside each other: tokens block by block, where a cache would break, and the text. */
export function Prompts({
  prompts,
  view,
  isStale,
  onChange,
}: {
  prompts: ComparedPrompts;
  view: PromptDiffView;
  isStale: boolean;
  onChange(view: Partial<PromptDiffView>): void;
}) {
  const estimator = usePreferences((state) => state.estimator);
  const { before, after, comparison } = prompts;
  return (
    <div className={styles.prompts} aria-busy={isStale} data-stale={isStale || undefined}>
      <SplitPanels
        name="prompt-diff"
        label="Resize the panels"
        orientation="vertical"
        panels={[
          {
            defaultSize: 46,
            min: '110px',
            content: (
              <ScrollRegion className="scrolls fill" aria-label="Tokens">
                <VersionNote which="Before" version={prompts.versions.before} />
                <VersionNote which="After" version={prompts.versions.after} />
                <PromptBars
                  before={before}
                  after={after}
                  cache={comparison.cache}
                  estimator={estimator}
                  block={view.block}
                />
                <BlockTable
                  comparison={comparison}
                  estimator={estimator}
                  block={view.block}
                  onSelect={(block) => onChange({ block })}
                />
                <ToolChangeList before={before} after={after} />
                <CacheNote comparison={comparison} />
              </ScrollRegion>
            ),
          },
          {
            defaultSize: 54,
            min: '140px',
            content: <DiffPanel prompts={prompts} view={view} onChange={onChange} />,
          },
        ]}
      />
    </div>
  );
}

/** Where a provider's cache stops to hold, in words. */
function CacheNote({ comparison: { cache } }: { comparison: ComparedPrompts['comparison'] }) {
  const estimator = usePreferences((state) => state.estimator);
  if (!cache) return <p className={styles.cache}>The two prompts are the same, byte for byte.</p>;
  const { offset, line, block, tokens_after } = cache;
  return (
    <p className={styles.cache} data-testid="cache-break">
      The prompt cache breaks at byte <b className="mono">{formatCount(offset)}</b>, line {formatCount(line)}, in{' '}
      <b className="mono">{block}</b>: <b className="mono">{formatCount(tokens_after[estimator])}</b> tokens (
      {estimator}) come after it and are read anew.
    </p>
  );
}

/** Which commit a side is of, and what git does not have of it. */
function VersionNote({ which, version }: { which: string; version: VersionFacts | null }) {
  if (!version) return null;
  const { name, commit, as_now } = version;
  return (
    <p className={styles.cache} data-testid="version-note">
      {which} is <b className="mono">{visibleString(name)}</b>, commit <b className="mono">{commit.slice(0, 12)}</b>,
      read from git; nothing is checked out.
      {as_now.length > 0 && ` Git ignores ${visibleString(as_now.join(', '))}: read as it is now.`} The packs that come
      with Pegboard are as they are now.
    </p>
  );
}
