import { UnstyledButton } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import type { WorkingMemory } from '#shared/domain/working-memory.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/simulator.ts';
import { fill } from '../../ui/fill.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { PlayedStep } from './played-run.ts';
import styles from './step.module.css';
import { Section } from './step-facts.tsx';

/** Names and messages that are laid out unasked. */
const shownNames = 120;
const shownMessages = 12;

/** The tools in the prompt of a step, in its order; what was not there a step before comes first. */
export const VisibleTools = memo(function VisibleTools({
  played,
  before,
}: {
  played: PlayedStep;
  before: PlayedStep | null;
}) {
  const [isWhole, setWhole] = useState(false);
  const visible = played.step?.visible ?? [];
  const were = useMemo(() => new Set(before?.step?.visible), [before]);
  const fresh = before ? visible.filter((name) => !were.has(name)) : [];
  const now = new Set(visible);
  const gone = [...were].filter((name) => !now.has(name));
  const shown = isWhole ? visible : visible.slice(0, shownNames);
  return (
    <>
      {fresh.length > 0 && (
        <Section title={strings.stepPanels.newSincePreviousStep(formatCount(fresh.length))}>
          <ul className={`plain-list ${styles.activations}`}>
            {fresh.slice(0, shownNames).map((name) => (
              <li key={name}>
                <span aria-hidden>▲</span> <ToolName name={name} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {gone.length > 0 && (
        <Section title={strings.stepPanels.noLongerInPrompt(formatCount(gone.length))}>
          <ul className={`plain-list ${styles.names}`}>
            {gone.slice(0, shownNames).map((name) => (
              <li key={name}>
                <ToolName name={name} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={strings.stepPanels.promptStep(formatCount(visible.length))}>
        <ul className={`plain-list ${styles.names}`} data-testid="visible-tools" data-count={visible.length}>
          {shown.map((name) => (
            <li key={name} data-new={fresh.includes(name) || undefined}>
              <ToolName name={name} />
            </li>
          ))}
        </ul>
        {shown.length < visible.length && (
          <UnstyledButton className={styles.fold} onClick={() => setWhole(true)}>
            {strings.stepPanels.showAll(formatCount(visible.length))}
          </UnstyledButton>
        )}
      </Section>
    </>
  );
});

/** The messages after the prompt: the conversation as the model reads it, with its searches. */
export const SentMessages = memo(function SentMessages({ played }: { played: PlayedStep }) {
  const { messages, keptMessages } = played;
  const [isWhole, setWhole] = useState(false);
  const folded = isWhole ? 0 : Math.max(0, Math.min(keptMessages, messages.length - shownMessages));
  return (
    <Section title={strings.stepPanels.messages(formatCount(messages.length))}>
      {folded > 0 && (
        <UnstyledButton className={styles.fold} onClick={() => setWhole(true)}>
          {strings.stepPanels.messagesUnchanged(folded)}
        </UnstyledButton>
      )}
      <ol className={`plain-list ${styles.messages}`} data-testid="messages">
        {messages.slice(folded).map(({ role, content }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message is its place in the conversation
          <li key={folded + i} data-role={role} data-new={folded + i >= keptMessages || undefined}>
            <span className={styles.role}>
              {role}
              {folded + i >= keptMessages && <b title={strings.stepPanels.firstSent}> {strings.stepPanels.newLabel}</b>}
            </span>
            <HostileText as="span" className="mono" text={content} limit={1200} />
          </li>
        ))}
      </ol>
    </Section>
  );
});

/** The session memory after a turn. */
export function MemoryPanel({ memory, turn }: { memory: WorkingMemory | null; turn: number | null }) {
  if (!memory) {
    return (
      <p className={styles.note}>
        {fill(strings.stepPanels.thisAgentKeeps, {
          profileOne: <span className="mono">{'profile: one-discovery-tool'}</span>,
        })}
      </p>
    );
  }
  const { entities, discoveredTools, usedTools, sessionId } = memory;
  const used = new Set(usedTools);
  return (
    <>
      <Section title={strings.stepPanels.entitiesAfterTurn(turn, formatCount(entities.length))}>
        <table className={`plain-table ${styles.table}`} data-testid="memory">
          <TableHead columns={[strings.stepPanels.type, strings.stepPanels.id, strings.stepPanels.name]} />
          <tbody>
            {entities.map(({ type, id, name }) => (
              <tr key={`${type}\0${id}`}>
                <VisibleText as="td" className="mono" text={type} lines={false} />
                <VisibleText as="td" className="mono" text={id} lines={false} />
                <VisibleText as="td" text={name} lines={false} />
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={strings.stepPanels.toolsSearchesFound(formatCount(discoveredTools.length))}>
        <ul className={`plain-list ${styles.names}`}>
          {discoveredTools.map((name) => (
            <li key={name}>
              <ToolName name={name} /> {used.has(name) && <span className="dim">{strings.stepPanels.ran}</span>}
            </li>
          ))}
        </ul>
      </Section>
      <p className={styles.note}>
        {fill(strings.stepPanels.session, {
          sessionId: <VisibleText as="span" className="mono" text={sessionId} lines={false} />,
        })}
      </p>
    </>
  );
}

/** How far the request of a step is the one before it, in each layout. */
export function CachePanel({ played, estimator }: { played: PlayedStep; estimator: Estimator }) {
  const offsets = played.simulated?.cache ?? [];
  if (offsets.length === 0) return <p className={styles.note}>{strings.stepPanels.availableWhenRunEnds}</p>;
  return (
    <Section title={strings.stepPanels.howMuch}>
      <table className={`plain-table ${styles.table}`} data-testid="cache">
        <TableHead
          columns={[
            strings.stepPanels.layout,
            numeric(strings.stepPanels.bytes, { title: strings.stepPanels.lengthWholeRequestLayout }),
            numeric(strings.stepPanels.differsFrom, { title: strings.stepPanels.firstByteThatDiffers }),
            numeric(strings.stepPanels.tokensAfter(estimator), { title: strings.stepPanels.tokensFromThisByte }),
            strings.stepPanels.where,
          ]}
        />
        <tbody>
          {offsets.map(({ layout, bytes, offset, tokens_after, broken, place }) => (
            <tr key={layout} data-layout={layout}>
              <td className="mono">{layout}</td>
              <td data-numeric className="mono">
                {formatCount(bytes)}
              </td>
              <td data-numeric className="mono">
                {offset === null ? strings.stepPanels.firstStep : formatCount(offset)}
              </td>
              <td data-numeric className="mono">
                {tokens_after === null ? '' : formatCount(tokens_after[estimator])}
              </td>
              <td>
                {offset !== null && (
                  <>
                    {broken && <b title={strings.stepPanels.thisRequestSendsSomething}>! </b>}
                    <VisibleText text={place} lines={false} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
