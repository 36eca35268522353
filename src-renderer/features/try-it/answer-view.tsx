import { Alert } from '@mantine/core';
import { IconExclamationCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { CallResult } from '#shared/domain/live-source.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { type AnswerBlock, blocksOf, shownParts } from './answer-blocks.ts';
import styles from './try-it.module.css';

/** Characters of one text that are laid out unasked. */
const shownCharacters = 6000;

/** What a tool answered: part by part, with its time and its tokens. */
export function AnswerView({ result }: { result: CallResult }) {
  const estimator = usePreferences((state) => state.estimator);
  const { content, is_error, elapsed_ms, tokens, findings } = result;
  const blocks = useMemo(() => blocksOf(result), [result]);
  const copied = useMemo(() => copyOf(result), [result]);
  return (
    <section className="grid gap-8 above-8" aria-label="Answer" data-testid="answer">
      <div className="wrapping gap-4-12">
        <strong>Answer</strong>
        <span
          className="mono"
          data-testid="answer-elapsed"
          title="From the request to the answer, without starting the server"
        >
          {formatCount(Math.round(elapsed_ms))} ms
        </span>
        <span
          className="mono"
          data-testid="answer-tokens"
          title={`Of its texts, as a model reads them. estimate: ${tokens.estimate}, o200k: ${tokens.o200k}`}
        >
          {formatCount(tokens[estimator])} tokens ({estimator})
        </span>
        <span className="push">
          <CopyTextButton text={copied.text} label={copied.label} />
        </span>
      </div>
      {is_error && (
        <Alert
          color="red"
          variant="outline"
          icon={<IconExclamationCircle size={18} />}
          title="The tool says that it failed"
        >
          The call reached it; what follows is its own message.
        </Alert>
      )}
      {blocks.length === 0 && <p className={styles.empty}>It answered nothing: no content at all.</p>}
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of an answer have no identity but their place
        <Block key={index} block={block} />
      ))}
      {content.length > shownParts && (
        <p className="dim">
          {formatCount(content.length - shownParts)} more parts are not shown here; copying takes them all.
        </p>
      )}
      {findings.length > 0 && <FindingList findings={findings} label="Findings of the call" />}
    </section>
  );
}

function Block({ block }: { block: AnswerBlock }) {
  switch (block.kind) {
    case 'text':
      return (
        <div className={`${styles.block} mono`} data-testid="answer-text">
          <HostileText text={block.text} limit={shownCharacters} />
        </div>
      );
    case 'json':
      return (
        <div className={`${styles.block} mono`} data-testid="answer-json">
          {block.title !== null && <div className={styles.blockTitle}>{block.title}</div>}
          <HostileText text={block.text} limit={shownCharacters} />
        </div>
      );
    case 'image':
      return (
        <figure className={styles.block} data-testid="answer-image">
          <img className={styles.image} src={block.url} alt="What the tool answered" />
          <figcaption className="dim">{block.words}</figcaption>
        </figure>
      );
    case 'facts':
      return (
        <div className={styles.block} data-testid="answer-facts">
          <div className={styles.blockTitle}>{block.title}</div>
          <dl className={`facts ${styles.facts}`}>
            {block.facts.map(([name, value]) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <HostileText as="dd" text={value} limit={1000} />
              </div>
            ))}
          </dl>
        </div>
      );
  }
}

/** What copying gives: the text where the answer is one text, else the answer as JSON. */
function copyOf({ content, structured_content }: CallResult): { text: string; label: string } {
  const [only, ...more] = content;
  if (more.length === 0 && only?.type === 'text' && typeof only.text === 'string') {
    return { text: only.text, label: 'Copy text' };
  }
  return { text: JSON.stringify({ content, structuredContent: structured_content }, null, 2), label: 'Copy as JSON' };
}
