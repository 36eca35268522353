import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { PatternWarning } from '#shared/domain/tuning/pattern-matches.ts';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/tuner.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { PatternWarnings } from './pattern-row.tsx';
import styles from './patterns.module.css';
import type { PlacedTool } from './side-rows.ts';
import { focusTunerPlace } from './tuner-places.ts';

/** A pattern while it is typed: what it matches, and how many of those it takes out of drawers. Enter saves, Escape forgets,
 * and leaves what is empty. */
export function PatternField({
  label,
  id,
  text,
  count,
  warnings,
  names,
  now,
  tokens,
  onText,
  onSave,
  onCancel,
}: {
  label: string;
  /** Id of the field that adds a pattern; the field of a listed pattern takes the focus when it appears. */
  id: string | undefined;
  text: string;
  /** Tools that it matches; null before anything is typed. */
  count: number | null;
  warnings: readonly PatternWarning[];
  names: readonly string[];
  now: readonly PlacedTool[];
  tokens: ToolTokens;
  onText(text: string): void;
  onSave(): void;
  onCancel(): void;
}) {
  const fromDrawers = useMemo(() => {
    if (names.length === 0) return { tools: 0, tokens: 0 };
    const matched = new Set(names);
    const moving = now.filter(({ mode, tool }) => mode === 'deferred' && matched.has(tool.name));
    return { tools: moving.length, tokens: tokens.sum(moving.map(({ tool }) => tool)) };
  }, [names, now, tokens]);
  const leave = (act: () => void) => {
    act();
    if (id === undefined) setTimeout(() => focusTunerPlace('patterns'));
  };
  return (
    <div className={`${styles.field} pad-4-12`}>
      <TextInput
        id={id}
        aria-label={label}
        placeholder={strings.patternField.addPatternShopGet}
        classNames={{ input: 'mono' }}
        value={text}
        // A pattern may be longer than the field.
        title={text === '' ? undefined : visibleString(text)}
        autoFocus={id === undefined}
        data-testid={id === undefined ? 'pattern-edit' : 'pattern-add'}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave(onSave);
          else if (event.key === 'Escape' && text === '') focusTunerPlace('board');
          else if (event.key === 'Escape') leave(onCancel);
          else return;
          event.preventDefault();
        }}
      />
      <span className={styles.live} aria-live="polite" data-testid={id === undefined ? undefined : 'pattern-live'}>
        {count !== null &&
          (fromDrawers.tools > 0
            ? strings.patternField.toolsNoLongerDeferred(
                count,
                formatCount(fromDrawers.tools),
                fromDrawers.tokens === null ? '…' : formatCount(fromDrawers.tokens),
              )
            : strings.patternField.tools(count))}
      </span>
      <PatternWarnings warnings={warnings} />
    </div>
  );
}
