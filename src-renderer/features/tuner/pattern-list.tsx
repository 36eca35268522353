import { type KeyboardEvent, useState } from 'react';
import type { PatternMatches, PatternWarning } from '#shared/domain/tuning/pattern-matches.ts';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/tuner.ts';
import { fill } from '../../ui/fill.tsx';
import { PatternField } from './pattern-field.tsx';
import { PatternRow } from './pattern-row.tsx';
import patternStyles from './patterns.module.css';
import type { PlacedTool } from './side-rows.ts';
import styles from './tuner.module.css';
import { changeView, removePattern, savePattern, useTuner, viewOf } from './tuner-model.ts';
import { focusTunerPlace, tunerPlaces } from './tuner-places.ts';

/** The always-loaded patterns: what each matches, live; Enter or F2 changes one, Delete takes it out, the last line adds one. */
export function PatternList({
  path,
  matches,
  warnings,
  now,
  tokens,
}: {
  path: string;
  /** What the patterns match as they are being typed. */
  matches: readonly PatternMatches[];
  warnings: readonly (readonly PatternWarning[])[];
  now: readonly PlacedTool[];
  tokens: ToolTokens;
}) {
  const draft = useTuner((state) => viewOf(state, path).draft);
  const [opened, setOpened] = useState<string | null>(null);
  const isTyping = draft?.at === 'new' && draft.text.trim() !== '';
  // The pattern that is being added is seen in its own line, and its matches come with the list a moment later.
  const shown = isTyping ? matches.slice(0, -1) : matches;

  const remove = async (pattern: string, at: number) => {
    await removePattern(path, { pattern, at });
    // Its own line had the focus.
    focusTunerPlace('patterns');
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.pattern === undefined) return;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-pattern]')];
    const at = buttons.indexOf(event.target);
    const to = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : null;
    if (to === null) return;
    event.preventDefault();
    (buttons[to] ?? (to > at ? document.getElementById(tunerPlaces.add) : event.target))?.focus();
  };

  return (
    <section
      className={patternStyles.patterns}
      aria-label={strings.patternList.alwaysLoadedPatterns}
      id={tunerPlaces.patterns}
      onKeyDown={onKeyDown}
    >
      <h2 className={`${styles.heading} row keeps`}>
        {fill(strings.patternList.alwaysLoaded, {
          shown: <span className="dim">{strings.patternList.patterns(formatCount(shown.length))}</span>,
        })}
      </h2>
      <ul className="plain-list" data-testid="pattern-list">
        {shown.map((match, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pattern may stand there twice, and its place is what is edited
          <li key={at}>
            {draft?.at === at ? (
              <PatternField
                label={strings.patternList.pattern(match.pattern)}
                id={undefined}
                text={draft.text}
                count={match.names.length}
                warnings={warnings[at] ?? []}
                now={now}
                tokens={tokens}
                names={match.names}
                onText={(text) => changeView(path, { draft: { at, text } })}
                onSave={() => void savePattern(path, draft)}
                onCancel={() => changeView(path, { draft: null })}
              />
            ) : (
              <PatternRow
                match={match}
                warnings={warnings[at] ?? []}
                isOpen={opened === match.pattern}
                onOpen={() => setOpened(opened === match.pattern ? null : match.pattern)}
                onEdit={() => changeView(path, { draft: { at, text: match.pattern } })}
                onRemove={() => void remove(match.pattern, at)}
              />
            )}
          </li>
        ))}
      </ul>
      <div className={patternStyles.addPattern}>
        <PatternField
          label={strings.patternList.addPattern}
          id={tunerPlaces.add}
          text={draft?.at === 'new' ? draft.text : ''}
          count={isTyping ? (matches.at(-1)?.names.length ?? 0) : null}
          warnings={isTyping ? (warnings.at(-1) ?? []) : []}
          now={now}
          tokens={tokens}
          names={isTyping ? (matches.at(-1)?.names ?? []) : []}
          onText={(text) => changeView(path, { draft: text === '' ? null : { at: 'new', text } })}
          onSave={() => draft && void savePattern(path, draft)}
          onCancel={() => changeView(path, { draft: null })}
        />
      </div>
    </section>
  );
}
