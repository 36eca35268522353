import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../../strings/simulator.ts';
import { JsonBlock } from '../../ui/json-block.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { Pause } from './played-run.ts';
import styles from './simulator.module.css';
import { answerPause } from './simulator-runs.ts';

/** What a run waits for: somebody's word on a call, or the result of a tool that paused. */
export function PauseBar({ pause }: { pause: Pause }) {
  const { approval, tool, args, reason } = pause;
  return (
    <section className={styles.pause} role="alert" data-testid="pause">
      <div className={styles.pauseWhat}>
        <strong>{approval ? strings.pauseBar.thisCallWaits : strings.pauseBar.thisToolWaits}</strong>
        <ToolName name={tool} />
        <VisibleText as="span" className="dim" text={reason} />
      </div>
      <JsonBlock value={args} />
      {approval ? (
        <div className={styles.pauseActs}>
          <Button
            variant="filled"
            onClick={() => answerPause(pause, { approved: true })}
            title={strings.pauseBar.approve2}
          >
            {strings.pauseBar.approve}
          </Button>
          <Button onClick={() => answerPause(pause, { approved: false })} title={strings.pauseBar.refuseR}>
            {strings.pauseBar.refuse}
          </Button>
        </div>
      ) : (
        <ResultForm onResult={(result) => answerPause(pause, { result })} />
      )}
    </section>
  );
}

/** The result as JSON; a text that is none is the result itself. */
function ResultForm({ onResult }: { onResult(result: unknown): void }) {
  const [text, setText] = useState('');
  return (
    <form
      className={styles.pauseActs}
      onSubmit={(event) => {
        event.preventDefault();
        onResult(parsed(text));
      }}
    >
      <Textarea
        className="grows"
        aria-label={strings.pauseBar.resultOfTool}
        placeholder={'{"ok": true}'}
        autosize
        maxRows={6}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled">
        {strings.pauseBar.resume}
      </Button>
    </form>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
