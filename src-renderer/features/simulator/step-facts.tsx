import { Button } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { PlannerEvent } from '#shared/domain/event.ts';
import { lacksResult } from '#shared/domain/missing-result.ts';
import { strings } from '../../strings/simulator.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { JsonBlock } from '../../ui/json-block.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import type { PlayedResumption, PlayedStep } from './played-run.ts';
import { addResult } from './simulator-model.ts';
import styles from './step.module.css';
import { observationSource, outcomeOf, sourceWords, type ToldOutcome } from './step-labels.ts';

/** One step: the call, its result, the events meanwhile, and how a pause was resumed. */
export const StepFacts = memo(function StepFacts({ played }: { played: PlayedStep }) {
  const { step, reply, live, events, resumptions } = played;
  if (!step) {
    return (
      <Section title={strings.stepFacts.replyStreaming}>
        <HostileText as="div" className="mono" text={reply === '' ? '…' : reply} />
      </Section>
    );
  }
  const { action } = step;
  const found = step.discovered ?? [];
  return (
    <>
      <Section title={strings.stepFacts.action}>
        {action ? (
          <>
            <ToolName name={action.next_node} />
            <JsonBlock value={action.args} />
          </>
        ) : (
          <HostileText as="div" className="mono" text={step.reply} limit={2000} />
        )}
      </Section>
      {(step.activated !== null || found.length > 0) && (
        <Section title={strings.stepFacts.activated}>
          <ul className={`plain-list ${styles.activations}`} data-testid="activated">
            {[...(step.activated === null ? [] : [step.activated]), ...found].map((name) => (
              <li key={name}>
                <span aria-hidden>▲</span> <ToolName name={name} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Observation told={step} args={action?.args ?? {}} live={live} />
      {resumptions.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: resumptions follow each other, and have no other name
        <ResumptionFacts key={i} played={one} args={action?.args ?? {}} />
      ))}
      <Events events={events} />
    </>
  );
});

function Observation({
  told,
  args,
  live,
}: {
  told: ToldOutcome & { readonly truncated: boolean };
  /** Arguments of the call that was made. */
  args: Readonly<Record<string, unknown>>;
  live: boolean;
}) {
  const { tool, observation, truncated } = told;
  const source = observationSource(told, live);
  const words = outcomeOf(told);
  return (
    <Section
      title={strings.stepFacts.observation}
      head={
        <>
          <span className={styles.outcome} data-tone={words.tone}>
            {words.text}
          </span>
          {source !== 'none' && (
            <span className={styles.source} data-source={source} title={sourceWords[source].title}>
              {source === 'live'
                ? strings.stepFacts.liveFromRealServer
                : source === 'fixed'
                  ? strings.stepFacts.scriptedResult
                  : sourceWords[source].text}
            </span>
          )}
          {truncated && <span title={strings.stepFacts.shortenedToPlannerMax}>{strings.stepFacts.shortened}</span>}
        </>
      }
    >
      <div className={styles.observation} data-source={source}>
        {observation === null ? (
          <span className="dim">
            {words.tone === 'waits' ? strings.stepFacts.noneYetCallWaits : strings.stepFacts.modelReadsNoFurther}
          </span>
        ) : (
          <JsonBlock value={asJson(observation)} />
        )}
      </div>
      {tool !== null && lacksResult(told) && <AddResult tool={tool} args={args} />}
    </Section>
  );
}

/** Writes an entry for the call into the scenario, where its author goes on with the value. */
function AddResult({ tool, args }: { tool: string; args: Readonly<Record<string, unknown>> }) {
  return (
    <Button mt={8} onClick={() => addResult({ tool, args })}>
      {strings.stepFacts.addResult(visibleString(tool))}
    </Button>
  );
}

function ResumptionFacts({
  played: { resumption, events, live },
  args,
}: {
  played: PlayedResumption;
  args: Readonly<Record<string, unknown>>;
}) {
  const { approved } = resumption;
  return (
    <Section
      title={
        approved === null
          ? strings.stepFacts.resumedResult
          : approved
            ? strings.stepFacts.approved
            : strings.stepFacts.refused
      }
    >
      <Observation told={resumption} args={args} live={live} />
      <Events events={events} />
    </Section>
  );
}

export function Events({
  events,
  title = strings.stepFacts.events,
}: {
  events: readonly PlannerEvent[];
  title?: string;
}) {
  if (events.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={`plain-list ${styles.events}`} data-testid="step-events">
        {events.map((event, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events follow each other, and have no other name
          <li key={i} data-event={event.event_type}>
            <span className="mono">{event.event_type}</span>
            <HostileText as="span" className="dim mono" text={payloadText(event)} limit={400} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Section({
  title,
  tone,
  head,
  children,
}: {
  title: string;
  tone?: 'good' | 'waits' | 'bad';
  head?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionHead}>
        {tone === undefined ? title : <span data-tone={tone}>{title}</span>}
        {head}
      </h3>
      {children}
    </section>
  );
}

/** `query: issues, results_count: 3`. */
function payloadText({ payload }: PlannerEvent): string {
  return Object.entries(payload)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
