import { Button, Loader, Modal } from '@mantine/core';
import { toggleGolden } from '../../platform/golden-acts.ts';
import { openWorkspace } from '../../platform/this-window.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/evaluate.ts';
import { cutText } from '../../ui/cut-text.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './evaluate.module.css';
import { initialView, useEvaluateStore } from './evaluate-store.ts';
import { useGoldenDialog } from './golden-dialog-store.ts';
import type { GoldenSuggestion } from './golden-suggestions.ts';
import { useGoldenSuggestions } from './use-golden-suggestions.ts';

/** Golden queries that the usage log and the catalog suggest. A person adds or dismisses each one. */
export function SuggestionsDialog() {
  const { isSuggesting, close } = useGoldenDialog();
  return (
    <Modal
      opened={isSuggesting}
      onClose={close}
      title={strings.suggestionsDialog.suggestedGoldenQueries}
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
        <Loader size="sm" aria-label={strings.suggestionsDialog.lookingQueries} />
      </div>
    );
  }
  if (suggestions.length === 0) {
    return <p>{strings.suggestionsDialog.noSuggestionsPegboardSuggests}</p>;
  }
  return (
    <>
      <p className="dim" role="status">
        {strings.suggestionsDialog.checkExpectedToolBefore(formatCount(suggestions.length), suggestions.length)}
      </p>
      <ul className={styles.runs} aria-label={strings.suggestionsDialog.suggestions}>
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
        <Button
          variant="filled"
          aria-label={strings.suggestionsDialog.add2(shown)}
          onClick={() => toggleGolden(query, tool)}
        >
          {strings.suggestionsDialog.add}
        </Button>
        <Button aria-label={strings.suggestionsDialog.dismiss2(shown)} onClick={() => dismiss(key)}>
          {strings.suggestionsDialog.dismiss}
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
