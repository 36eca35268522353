import { ActionIcon, Button, SegmentedControl, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { editor } from 'monaco-editor/editor/editor.api';
import { useEffect, useMemo, useState } from 'react';
import { promptText } from '#shared/domain/prompt-block.ts';
import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { TextDiff } from '../../ui/editor/text-diff.tsx';
import { changeAt, lineOfBlock } from './block-lines.ts';
import styles from './prompt-diff.module.css';
import { copyPrompt, goToChange, showLine, useShownDiff } from './prompt-diff-model.ts';
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
  const [shown, setShown] = useState<editor.IStandaloneDiffEditor | null>(null);
  const texts = useMemo(() => [promptText(before.blocks), promptText(after.blocks)] as const, [before, after]);
  const [first, second] = texts;
  const { at, count } = useChanges(shown);
  const { cache } = comparison;

  useEffect(() => {
    if (!shown || block === null) return;
    const line = lineOfBlock(after, block);
    if (line !== null) return showLine(shown.getModifiedEditor(), line);
    const old = lineOfBlock(before, block);
    if (old !== null) showLine(shown.getOriginalEditor(), old);
  }, [shown, block, before, after]);

  useEffect(() => {
    if (!shown || !cache) return;
    const tokens = strings.diffPanel.tokensEstimateO200k(
      formatCount(cache.tokens_after.estimate),
      formatCount(cache.tokens_after.o200k),
    );
    const marks = shown.getModifiedEditor().createDecorationsCollection([
      {
        range: { startLineNumber: cache.line, startColumn: 1, endLineNumber: cache.line, endColumn: 1 },
        options: {
          isWholeLine: true,
          className: styles.breakLine ?? '',
          hoverMessage: {
            value: strings.diffPanel.promptCacheBreaksHere(formatCount(cache.offset), tokens),
          },
        },
      },
    ]);
    return () => marks.clear();
  }, [shown, cache]);

  useEffect(() => {
    useShownDiff.setState({ editor: shown, cache });
    return () => useShownDiff.setState({ editor: null, cache: null });
  }, [shown, cache]);

  return (
    <section className="column" aria-label={strings.diffPanel.textPrompts}>
      <div className={`${styles.textBar} wrapping keeps`}>
        <span className={styles.count} data-testid="change-count" role="status">
          {cache === null
            ? strings.diffPanel.noDifference
            : count === null
              ? strings.diffPanel.comparing
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
          language="plaintext"
          label={strings.diffPanel.prompt}
          split={split}
          onlyChanges={onlyChanges}
          onReady={setShown}
        />
      </div>
    </section>
  );
}

/** How many changes there are, null until they are known, and which of them the cursor is at. */
function useChanges(shown: editor.IStandaloneDiffEditor | null): { at: number; count: number | null } {
  const [state, setState] = useState<{ at: number; count: number | null }>({ at: 0, count: null });
  useEffect(() => {
    if (!shown) return;
    const look = () => {
      const changes = shown.getLineChanges();
      if (!changes) return setState({ at: 0, count: null });
      const line = shown.getModifiedEditor().getPosition()?.lineNumber ?? 1;
      const firstLines = changes.map(({ modifiedStartLineNumber }) => modifiedStartLineNumber);
      setState({ at: changeAt(firstLines, line), count: changes.length });
    };
    look();
    const listeners = [shown.onDidUpdateDiff(look), shown.getModifiedEditor().onDidChangeCursorPosition(look)];
    return () => {
      for (const listener of listeners) listener.dispose();
    };
  }, [shown]);
  return state;
}
