import { Button, Loader, Modal } from '@mantine/core';
import { useCallback, useState } from 'react';
import { ErrorNotice } from '../../ui/error-notice.tsx';
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
      Prompts of <b className="mono">{visibleString(labels.before)}</b> and{' '}
      <b className="mono">{visibleString(labels.after)}</b>
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
        <span className="dim">Escape closes this and goes back to the step.</span>
        <Button
          onClick={() => {
            onClose();
            showPrompts(workspace, sides);
          }}
        >
          Open on the Prompt screen
        </Button>
      </p>
      {error ? (
        <ErrorNotice error={error} />
      ) : prompts ? (
        <Prompts prompts={prompts} view={view} isStale={isStale} onChange={onChange} />
      ) : (
        <div className="tall centered">
          <Loader size="sm" aria-label="Comparing the prompts" />
        </div>
      )}
    </>
  );
}
