import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import type { PatternMatches, PatternWarning } from '#shared/domain/tuning/pattern-matches.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/tuner.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './patterns.module.css';

const shownNames = 60;

/** A pattern with how many tools it matches, which ones, and what is wrong with it. */
export function PatternRow({
  match,
  warnings,
  isOpen,
  onOpen,
  onEdit,
  onRemove,
}: {
  match: PatternMatches;
  warnings: readonly PatternWarning[];
  isOpen: boolean;
  onOpen(): void;
  onEdit(): void;
  onRemove(): void;
}) {
  const { pattern, names, builtin } = match;
  const count = names.length === 0 && builtin ? strings.patternRow.built : strings.patternRow.tools(names.length);
  return (
    <>
      <div className={styles.pattern}>
        <UnstyledButton
          className={`mono ${styles.patternText} cut`}
          data-pattern={pattern}
          title={strings.patternRow.enterOrF2Edits(visibleString(pattern))}
          onClick={onEdit}
          onKeyDown={(event) => {
            if (event.key === 'F2') onEdit();
            else if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
            else return;
            event.preventDefault();
          }}
        >
          <VisibleText text={pattern} lines={false} />
        </UnstyledButton>
        <Tooltip
          label={names.length === 0 ? strings.patternRow.noToolInCatalog : visibleString(names.slice(0, 12).join(', '))}
        >
          <UnstyledButton
            className={styles.patternCount}
            aria-expanded={isOpen}
            aria-label={strings.patternRow.matched(count, pattern)}
            disabled={names.length === 0}
            onClick={onOpen}
          >
            {count}
          </UnstyledButton>
        </Tooltip>
        <ActionIcon size={22} aria-label={strings.patternRow.removePattern(pattern)} onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      </div>
      <PatternWarnings warnings={warnings} />
      {isOpen && (
        <p className={styles.patternNames}>
          {names.slice(0, shownNames).map((name) => (
            <span key={name}>
              <ToolName name={name} />{' '}
            </span>
          ))}
          {names.length > shownNames && strings.patternRow.more(formatCount(names.length - shownNames))}
        </p>
      )}
    </>
  );
}

export function PatternWarnings({ warnings }: { warnings: readonly PatternWarning[] }) {
  return warnings.map((warning) => (
    <p key={warning.kind} className={styles.warning} data-warning={warning.kind}>
      <IconAlertTriangle size={14} aria-hidden /> <VisibleText text={warningWords(warning)} lines={false} />
    </p>
  ));
}

/** A warning about a pattern, and what to do. */
function warningWords(warning: PatternWarning): string {
  switch (warning.kind) {
    case 'no_match':
      return strings.patternRow.matchesNoTool;
    case 'shadowed':
      return strings.patternRow.redundantMatchesSameTools(warning.by);
    case 'overrides_overlay': {
      const [first = '', ...others] = warning.names;
      return others.length === 0
        ? strings.patternRow.alwaysLoadsWhichOverlay(first)
        : strings.patternRow.alwaysLoadsWhichOverlays(first, others.length);
    }
  }
}
