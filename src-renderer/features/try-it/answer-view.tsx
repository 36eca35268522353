import { Alert } from '@mantine/core';
import { IconExclamationCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { CallResult } from '#shared/domain/live-source.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/try-it.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
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
    <section className="grid gap-8 above-8" aria-label={strings.answerView.answer} data-testid="answer">
      <div className="wrapping gap-4-12">
        <strong>{strings.answerView.answer}</strong>
        <span className="mono" data-testid="answer-elapsed" title={strings.answerView.timeFromRequest}>
          {strings.answerView.ms(formatCount(Math.round(elapsed_ms)))}
        </span>
        <span
          className="mono"
          data-testid="answer-tokens"
          title={strings.answerView.tokensOfTexts(tokens.estimate, tokens.o200k)}
        >
          {strings.answerView.tokens(formatCount(tokens[estimator]), estimator)}
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
          title={strings.answerView.toolReportedError}
        >
          {strings.answerView.callReachedTool}
        </Alert>
      )}
      {blocks.length === 0 && <p className={styles.empty}>{strings.answerView.answerHasNoContent}</p>}
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of an answer have no identity but their place
        <Block key={index} block={block} />
      ))}
      {content.length > shownParts && (
        <p className="dim">{strings.answerView.moreParts(formatCount(content.length - shownParts))}</p>
      )}
      {findings.length > 0 && <FindingList findings={findings} label={strings.answerView.findingsCall} />}
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
          <img className={styles.image} src={block.url} alt={strings.answerView.answerOfTool} />
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

/** The text that is copied: the text of the answer when it is only a text, else the answer as JSON. */
function copyOf({ content, structured_content }: CallResult): { text: string; label: string } {
  const [only, ...more] = content;
  if (more.length === 0 && only?.type === 'text' && typeof only.text === 'string') {
    return { text: only.text, label: strings.answerView.copyText };
  }
  return {
    text: JSON.stringify({ content, structuredContent: structured_content }, null, 2),
    label: strings.answerView.copyJson,
  };
}
