import { Button, Loader, Modal } from '@mantine/core';
import { useCallback, useState } from 'react';
import { strings } from '../../strings/simulator.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { initialView, type PromptDiffView } from '../prompt-diff/prompt-diff-store.ts';
import { Prompts } from '../prompt-diff/prompts-view.tsx';
import { useComparedPrompts } from '../prompt-diff/use-compared-prompts.ts';
import { showPrompts } from './compare-step.ts';
import styles from './simulator.module.css';
import type { ComparedSteps } from './simulator-store.ts';

/** The prompts of two steps over the simulator: Escape goes back to the step and to what had the focus. */
export function CompareDialog({
  compared,
  workspace,
  onClose,
}: {
  compared: ComparedSteps | null;
  workspace: string;
  onClose(): void;
}) {
  return (
    <Modal
      opened={compared !== null}
      onClose={onClose}
      size="calc(100vw - 64px)"
      title={compared && <Title compared={compared} />}
      transitionProps={{ duration: 0 }}
      classNames={{ content: `${styles.compareContent} stack`, body: 'rest-column' }}
    >
      {compared && <Compared compared={compared} workspace={workspace} onClose={onClose} />}
    </Modal>
  );
}

function Title({ compared: { labels } }: { compared: ComparedSteps }) {
  return (
    <>
      {fill(strings.compareDialog.prompts, {
        visibleString: <b className="mono">{visibleString(labels.before)}</b>,
        visibleString2: <b className="mono">{visibleString(labels.after)}</b>,
      })}
    </>
  );
}

function Compared({
  compared: { sides },
  workspace,
  onClose,
}: {
  compared: ComparedSteps;
  workspace: string;
  onClose(): void;
}) {
  const [view, setView] = useState<PromptDiffView>({ ...initialView, ...sides });
  const onChange = useCallback((next: Partial<PromptDiffView>) => setView((now) => ({ ...now, ...next })), []);
  const { prompts, isStale, error } = useComparedPrompts(view);
  return (
    <>
      <p className={`${styles.compareBar} row keeps`}>
        <span className="dim">{strings.compareDialog.escapeClosesThisDialog}</span>
        <Button
          onClick={() => {
            onClose();
            showPrompts(workspace, sides);
          }}
        >
          {strings.compareDialog.openPromptScreen}
        </Button>
      </p>
      {error ? (
        <ErrorNotice error={error} />
      ) : prompts ? (
        <Prompts prompts={prompts} view={view} isStale={isStale} onChange={onChange} />
      ) : (
        <div className="tall centered">
          <Loader size="sm" aria-label={strings.compareDialog.comparingPrompts} />
        </div>
      )}
    </>
  );
}
