import { ActionIcon, Button, SegmentedControl, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { editor } from 'monaco-editor/editor/editor.api';
import { useEffect, useMemo, useState } from 'react';
import { promptText } from '#shared/domain/prompt-block.ts';
import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import { TextDiff } from '../../ui/editor/text-diff.tsx';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
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
    const tokens = `${formatCount(cache.tokens_after.estimate)} tokens (estimate), ${formatCount(cache.tokens_after.o200k)} (o200k)`;
    const marks = shown.getModifiedEditor().createDecorationsCollection([
      {
        range: { startLineNumber: cache.line, startColumn: 1, endLineNumber: cache.line, endColumn: 1 },
        options: {
          isWholeLine: true,
          className: styles.breakLine ?? '',
          hoverMessage: {
            value: `The prompt cache breaks here, at byte ${formatCount(cache.offset)}; ${tokens} after it.`,
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
    <section className="column" aria-label="Text of the prompts">
      <div className={`${styles.textBar} wrapping keeps`}>
        <span className={styles.count} data-testid="change-count" role="status">
          {cache === null
            ? 'No difference'
            : count === null
              ? 'Comparing…'
              : at === 0
                ? formatPlural(count, 'change')
                : `${at} of ${formatPlural(count, 'change')}`}
        </span>
        <ActionIcon aria-label="Previous change" title="Previous change (Alt K)" onClick={() => goToChange('previous')}>
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon aria-label="Next change" title="Next change (Alt J)" onClick={() => goToChange('next')}>
          <IconArrowDown size={16} />
        </ActionIcon>
        <SegmentedControl
          aria-label="Layout of the text"
          data={[
            { value: 'split', label: 'Split' },
            { value: 'unified', label: 'Unified' },
          ]}
          value={split ? 'split' : 'unified'}
          onChange={(value) => onChange({ split: value === 'split' })}
        />
        <Switch
          size="xs"
          label="Only changes"
          checked={onlyChanges}
          onChange={(event) => onChange({ onlyChanges: event.currentTarget.checked })}
        />
        <span className="bar-end">
          <Button onClick={() => copyPrompt('before')}>Copy before</Button>
          <Button onClick={() => copyPrompt('after')}>Copy after</Button>
        </span>
      </div>
      <div className="rest">
        <TextDiff
          before={first}
          after={second}
          language="plaintext"
          label="Prompt"
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
