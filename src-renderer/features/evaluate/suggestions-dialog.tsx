import { Button, Loader, Modal } from '@mantine/core';
import { toggleGolden } from '../../platform/golden-acts.ts';
import { openWorkspace } from '../../platform/this-window.ts';
import { cutText } from '../../ui/cut-text.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './evaluate.module.css';
import { initialView, useEvaluateStore } from './evaluate-store.ts';
import { useGoldenDialog } from './golden-dialog-store.ts';
import type { GoldenSuggestion } from './golden-suggestions.ts';
import { useGoldenSuggestions } from './use-golden-suggestions.ts';

/** Golden queries that use and catalog suggest: a person adds each, or says that it is none. */
export function SuggestionsDialog() {
  const { isSuggesting, close } = useGoldenDialog();
  return (
    <Modal
      opened={isSuggesting}
      onClose={close}
      title="Suggested golden queries"
      size={820}
      transitionProps={{ duration: 0 }}
    >
      {isSuggesting && <Suggestions />}
    </Modal>
  );
}

/** Suggestions that are shown at once: who adds one sees the next. */
const mostShown = 50;

function Suggestions() {
  const { suggestions, error } = useGoldenSuggestions();
  if (error) return <ErrorNotice error={error} />;
  if (!suggestions) {
    return (
      <div className="centered pad-8-12">
        <Loader size="sm" aria-label="Looking for queries" />
      </div>
    );
  }
  if (suggestions.length === 0) {
    return (
      <p>
        No suggestions. They come from what MCP hosts search for and then call through the gateway, from tools that are
        hard to tell apart, and from tools that no golden query asks for.
      </p>
    );
  }
  return (
    <>
      <p className="dim" role="status">
        {formatCount(suggestions.length)} {suggestions.length === 1 ? 'suggestion' : 'suggestions'}. Check that the tool
        is right before you add one.
      </p>
      <ul className={styles.runs} aria-label="Suggestions">
        {suggestions.slice(0, mostShown).map((suggestion) => (
          <Suggestion key={suggestion.key} suggestion={suggestion} />
        ))}
      </ul>
    </>
  );
}

function Suggestion({ suggestion: { key, query, tool, from, why } }: { suggestion: GoldenSuggestion }) {
  const shown = visibleString(cutText(query, 80));
  return (
    <li data-testid="golden-suggestion" data-from={from}>
      <div className="wraps">
        <VisibleText as="b" text={cutText(query, 300)} lines={false} />
        <div>
          <span className="dim">→ </span>
          <ToolName name={tool} />
        </div>
        <VisibleText as="div" className="dim" text={why} lines={false} />
      </div>
      <span className={styles.runActs}>
        <Button variant="filled" aria-label={`Add “${shown}”`} onClick={() => toggleGolden(query, tool)}>
          Add
        </Button>
        <Button aria-label={`Dismiss “${shown}”`} onClick={() => dismiss(key)}>
          Dismiss
        </Button>
      </span>
    </li>
  );
}

function dismiss(key: string): void {
  const path = openWorkspace()?.path;
  if (path === undefined) return;
  const { views, change } = useEvaluateStore.getState();
  change(path, { dismissed: [...(views[path] ?? initialView).dismissed, key] });
}
