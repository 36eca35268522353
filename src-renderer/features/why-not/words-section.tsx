import type { WhyNot, WhyNotWord } from '#shared/domain/why-not.ts';
import { cutText } from '../../ui/cut-text.ts';
import { formatPlural } from '../../ui/format-number.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './why-not.module.css';

/** The words of the query with what the tool has of them, and the tool's own words. */
export function WordsSection({ answer }: { answer: WhyNot }) {
  const { words, tool_words } = answer;
  return (
    <>
      {words.length > 0 && (
        <section className={styles.section}>
          <h3 className="heading">Words of the query</h3>
          <ul className="plain-list" data-testid="why-not-words">
            {words.map((word) => (
              <li key={word.text} className={styles.word} data-state={stateOf(word)}>
                <span className="mono">
                  {marks[stateOf(word)]} <VisibleText text={cutText(word.text, 80)} lines={false} />
                </span>
                <span className="dim">
                  <VisibleText text={factsOf(word)} lines={false} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {tool_words.length > 0 && (
        <section className={styles.section}>
          <h3 className="heading">Words of the tool</h3>
          <p className="breaks mono">
            <VisibleText text={tool_words.map((word) => cutText(word, 80)).join(' ')} lines={false} />
          </p>
        </section>
      )}
    </>
  );
}

const marks = { has: '✓', lacks: '✗', ignored: '·' } as const;

function stateOf({ searched, in_tool }: WhyNotWord): keyof typeof marks {
  return !searched ? 'ignored' : in_tool ? 'has' : 'lacks';
}

function factsOf({ kind, searched, in_tool, through, tools }: WhyNotWord): string {
  if (!searched) return kind === 'function' ? 'function word, not searched' : 'not searched';
  const has = in_tool ? (through ? `has it as ${cutText(through.word, 80)} (${through.kind})` : 'has it') : 'lacks it';
  return `${has}${kind === 'function' ? ', function word' : ''}, in ${formatPlural(tools, 'tool')}`;
}
