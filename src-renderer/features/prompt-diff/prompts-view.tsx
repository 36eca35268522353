import { useMemo } from 'react';
import type { PromptBlockName, RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { ComparedPrompts, PromptComparison } from '#shared/domain/prompt-diff.ts';
import type { VersionFacts } from '#shared/domain/workspace-version.ts';
import { type Estimator, usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { fill } from '../../ui/fill.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { BlockTable } from './block-table.tsx';
import { DiffPanel } from './diff-panel.tsx';
import styles from './prompt-diff.module.css';
import type { PromptDiffView } from './prompt-diff-store.ts';
import { type ToolChanges, toolChanges } from './tool-changes.ts';

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
        label={strings.promptsView.resizePanels}
        orientation="vertical"
        panels={[
          {
            defaultSize: 46,
            min: '110px',
            content: (
              <ScrollRegion className="scrolls fill" aria-label={strings.promptsView.tokens}>
                <VersionNote which={strings.promptsView.before} version={prompts.versions.before} />
                <VersionNote which={strings.promptsView.after} version={prompts.versions.after} />
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
  if (!cache) return <p className={styles.cache}>{strings.promptsView.twoPromptsAreIdentical}</p>;
  const { offset, line, block, tokens_after } = cache;
  return (
    <p className={styles.cache} data-testid="cache-break">
      {fill(strings.promptsView.promptCacheBreaks, {
        offset: <b className="mono">{formatCount(offset)}</b>,
        line: formatCount(line),
        block: <b className="mono">{block}</b>,
        count: <b className="mono">{formatCount(tokens_after[estimator])}</b>,
        estimator,
      })}
    </p>
  );
}

/** Which commit a side is of, and what git does not have of it. */
function VersionNote({ which, version }: { which: string; version: VersionFacts | null }) {
  if (!version) return null;
  const { name, commit, as_now } = version;
  return (
    <p className={styles.cache} data-testid="version-note">
      {fill(strings.promptsView.isCommitRead, {
        which,
        visibleString: <b className="mono">{visibleString(name)}</b>,
        commit: <b className="mono">{commit.slice(0, 12)}</b>,
      })}{' '}
      {as_now.length > 0 && strings.promptsView.gitIgnoresSoCurrent(visibleString(as_now.join(', ')))}{' '}
      {strings.promptsView.packsThatCome}
    </p>
  );
}

/** Names that a list shows at once; its head counts them all. */
const shownNames = 60;

const titles: Readonly<Record<keyof ToolChanges, string>> = {
  added: strings.promptsView.added,
  removed: strings.promptsView.removed,
  changed: strings.promptsView.changed,
};

/** Which tools the second prompt lists more, less, or with another definition. Nothing where the lists are the same. */
function ToolChangeList({ before, after }: Pick<ComparedPrompts, 'before' | 'after'>) {
  const changes = useMemo(() => toolChanges(before, after), [before, after]);
  const kinds = (['added', 'removed', 'changed'] as const).filter((kind) => changes[kind].length > 0);
  if (kinds.length === 0) return null;
  return (
    <section className="pad-4-12" aria-label={strings.promptsView.toolsDiffer} data-testid="tool-changes">
      {kinds.map((kind) => {
        const names = changes[kind];
        return (
          <details key={kind} open={names.length <= shownNames} data-kind={kind}>
            <summary>
              {formatCount(names.length)} {names.length === 1 ? strings.promptsView.tool : strings.promptsView.tools}{' '}
              {titles[kind]}
            </summary>
            <ul className={styles.toolChips}>
              {names.slice(0, shownNames).map((name) => (
                <li key={name} className={styles.toolChip}>
                  <ToolName name={name} />
                </li>
              ))}
              {names.length > shownNames && <li>{strings.promptsView.more(formatCount(names.length - shownNames))}</li>}
            </ul>
          </details>
        );
      })}
    </section>
  );
}

/** From this share of the bar on a block has room for its name. */
const labelledShare = 0.09;

/** Both prompts as bars of their blocks, to one scale; a line in the second marks where the cache breaks. */
function PromptBars({
  before,
  after,
  cache,
  estimator,
  block,
}: {
  before: RenderedPrompt;
  after: RenderedPrompt;
  cache: PromptComparison['cache'];
  estimator: Estimator;
  block: PromptBlockName | null;
}) {
  const maximum = Math.max(before.tokens[estimator], after.tokens[estimator], 1);
  const share = (tokens: number) => `${(100 * Math.max(0, tokens)) / maximum}%`;
  const kept = cache && after.tokens[estimator] - cache.tokens_after[estimator];
  return (
    <div className={styles.bars} aria-hidden>
      {(
        [
          ['before', before],
          ['after', after],
        ] as const
      ).map(([side, prompt]) => (
        <div key={side} className={styles.barRow}>
          <span className="dim">{side}</span>
          <span className={styles.barTrack}>
            {prompt.blocks.map(({ name, tokens }) => (
              <span
                key={name}
                className={styles.segment}
                data-current={name === block || undefined}
                style={{ width: share(tokens[estimator]) }}
                title={strings.promptsView.tokens2(name, formatCount(tokens[estimator]), estimator)}
              >
                {tokens[estimator] >= labelledShare * maximum && name}
              </span>
            ))}
            {side === 'after' && kept !== null && (
              <span
                className={styles.breakMark}
                style={{ left: share(kept) }}
                title={strings.promptsView.herePromptCacheBreaks}
              />
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
