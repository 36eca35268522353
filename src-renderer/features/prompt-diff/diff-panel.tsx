import { ActionIcon, Button, SegmentedControl, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { promptText } from '#shared/domain/prompt-block.ts';
import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { TextDiff, type TextDiffActs } from '../../ui/text-diff/text-diff.tsx';
import { lineOfBlock } from './block-lines.ts';
import styles from './prompt-diff.module.css';
import { copyPrompt, goToChange, useShownDiff } from './prompt-diff-model.ts';
import type { PromptDiffView } from './prompt-diff-store.ts';

/** The two prompts as text: what differs, block by block where one is chosen, and a line where the cache breaks. */
export function DiffPanel({
  prompts: { before, after, comparison },
  view: { block, split, onlyChanges },
  onChange,
}: {
  prompts: ComparedPrompts;
  view: PromptDiffView;
  onChange(view: Partial<PromptDiffView>): void;
}) {
  const [acts, setActs] = useState<TextDiffActs | null>(null);
  const [{ at, count }, setChanges] = useState({ at: 0, count: 0 });
  const onChanges = useCallback((at: number, count: number) => setChanges({ at, count }), []);
  const texts = useMemo(() => [promptText(before.blocks), promptText(after.blocks)] as const, [before, after]);
  const [first, second] = texts;
  const { cache } = comparison;

  useEffect(() => {
    if (!acts || block === null) return;
    const line = lineOfBlock(after, block);
    if (line !== null) return acts.showLine({ side: 'after', line });
    const old = lineOfBlock(before, block);
    if (old !== null) acts.showLine({ side: 'before', line: old });
  }, [acts, block, before, after]);

  useEffect(() => {
    useShownDiff.setState({ acts, cache });
    return () => useShownDiff.setState({ acts: null, cache: null });
  }, [acts, cache]);

  const note = cache && {
    line: cache.line - 1,
    text: strings.diffPanel.promptCacheBreaksHere(
      formatCount(cache.offset),
      strings.diffPanel.tokensEstimateO200k(
        formatCount(cache.tokens_after.estimate),
        formatCount(cache.tokens_after.o200k),
      ),
    ),
  };

  return (
    <section className="column" aria-label={strings.diffPanel.textPrompts}>
      <div className={`${styles.textBar} wrapping keeps`}>
        <span className={styles.count} data-testid="change-count" role="status">
          {cache === null
            ? strings.diffPanel.noDifference
            : at === 0
              ? strings.diffPanel.changes(count)
              : strings.diffPanel.ofChanges(at, count)}
        </span>
        <ActionIcon
          aria-label={strings.diffPanel.previousChange}
          title={strings.diffPanel.previousChangeAltK}
          onClick={() => goToChange('previous')}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon
          aria-label={strings.diffPanel.nextChange}
          title={strings.diffPanel.nextChangeAltJ}
          onClick={() => goToChange('next')}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
        <SegmentedControl
          aria-label={strings.diffPanel.layoutText}
          data={[
            { value: 'split', label: strings.diffPanel.split },
            { value: 'unified', label: strings.diffPanel.unified },
          ]}
          value={split ? 'split' : 'unified'}
          onChange={(value) => onChange({ split: value === 'split' })}
        />
        <Switch
          size="xs"
          label={strings.diffPanel.onlyChanges}
          checked={onlyChanges}
          onChange={(event) => onChange({ onlyChanges: event.currentTarget.checked })}
        />
        <span className="bar-end">
          <Button onClick={() => copyPrompt('before')}>{strings.diffPanel.copyBefore}</Button>
          <Button onClick={() => copyPrompt('after')}>{strings.diffPanel.copyAfter}</Button>
        </span>
      </div>
      <div className="rest">
        <TextDiff
          before={first}
          after={second}
          label={strings.diffPanel.prompt}
          split={split}
          onlyChanges={onlyChanges}
          note={note}
          onReady={setActs}
          onChanges={onChanges}
        />
      </div>
    </section>
  );
}
