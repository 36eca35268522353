import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import { type Estimator, usePreferences } from '../../../../state/preferences-store.ts';
import { formatCount } from '../../../../strings/count.ts';
import { strings } from '../../../../strings/curate.ts';
import { cutText } from '../../../../ui/cut-text.ts';
import { ErrorNotice } from '../../../../ui/error-notice.tsx';
import { fill } from '../../../../ui/fill.tsx';
import { VisibleText } from '../../../../ui/visible-text.tsx';
import styles from '../curate.module.css';
import { ExampleEditor } from './example-editor.tsx';
import { type Example, goneExamples, type ListedExample, listedExamples } from './example-edits.ts';
import { openExample, useOpenExample, useUnsavedExamples } from './example-store.ts';
import rows from './examples.module.css';
import { startingExample } from './starting-example.ts';
import { useExampleActs } from './use-example-acts.ts';

/** Examples that are listed; a prompt shows ten at most. */
const shownExamples = 50;

/** The examples of a tool, the source's and the overlay's: added, edited and removed in the overlay (R7.18, R19.06). */
export function ExampleList({ detail }: { detail: ToolDetail }) {
  const acts = useExampleActs(detail);
  const { place, reset, failed } = acts;
  const open = useOpenExample(place);
  const estimator = usePreferences((state) => state.estimator);
  const listed = useMemo(() => listedExamples(detail), [detail]);
  const gone = useMemo(() => goneExamples(detail), [detail]);
  const tokens = useMemo(() => tokensByPlace(detail, estimator), [detail, estimator]);
  const start = useMemo(() => ({ args: startingExample(detail.tool.input_schema) }), [detail.tool.input_schema]);
  const unsaved = useUnsavedExamples(place).filter(({ key }) => key !== open);
  const overlaid = detail.overlay.examples !== undefined;
  // The edited example may have disappeared meanwhile, for example by Undo: the text is then saved as a new one.
  const isLoose = open !== null && !listed.some(({ key }) => key === open);
  return (
    <div className={styles.field} data-overlaid={overlaid || undefined} data-testid="curate-examples">
      <div className={`${styles.head} wrapping`}>
        <strong>{strings.exampleList.examples}</strong>
        <span className="dim">{strings.exampleList.callsThatPromptShows}</span>
        {overlaid && (
          <Button className="push" onClick={() => reset.mutate()} aria-label={strings.exampleList.resetExamples}>
            {strings.exampleList.reset}
          </Button>
        )}
      </div>
      {listed.length === 0 && <p className="dim">{strings.exampleList.noneYetWorkingCall}</p>}
      <ul className={rows.list}>
        {listed.slice(0, shownExamples).map((item, at) => (
          <li key={item.id} data-testid="example">
            <Row item={item} at={at} tokens={tokens.get(at) ?? null} estimator={estimator} acts={acts} />
            {open === item.id && (
              <ExampleEditor key={item.key} detail={detail} saved={item.example} exampleKey={item.key} acts={acts} />
            )}
          </li>
        ))}
      </ul>
      {gone.length > 0 && (
        <div className={styles.upstream}>
          <span className="dim">{strings.exampleList.examplesOfSource} </span>
          {gone.slice(0, shownExamples).map((example) => (
            <del key={JSON.stringify(example)} className="mono">
              − <VisibleText text={cutText(JSON.stringify(example.args), 120)} lines={false} />
            </del>
          ))}
        </div>
      )}
      {unsaved.map(({ key, text }) => (
        <Button key={key} onClick={() => openExample(place, key)} data-testid="example-unsaved">
          {fill(strings.exampleList.notSaved, {
            span: (
              <span className="mono">
                <VisibleText text={cutText(text.args.replaceAll(/\s+/g, ' '), 80)} lines={false} />
              </span>
            ),
          })}
        </Button>
      ))}
      {isLoose ? (
        <ExampleEditor
          key={open}
          detail={detail}
          saved={open === 'new' ? start : savedOf(open)}
          exampleKey={open}
          acts={acts}
        />
      ) : (
        <Button
          leftSection={<IconPlus size={14} />}
          onClick={() => openExample(place, 'new')}
          data-testid="example-add"
          data-field="examples"
        >
          {strings.exampleList.addExample}
        </Button>
      )}
      {failed && <ErrorNotice error={failed} />}
    </div>
  );
}

function Row({
  item: { example, key, isUpstream },
  at,
  tokens,
  estimator,
  acts: { place, remove },
}: {
  item: ListedExample;
  at: number;
  tokens: number | null;
  estimator: Estimator;
  acts: ReturnType<typeof useExampleActs>;
}) {
  const { args, description, tags } = example;
  return (
    <div className={rows.row}>
      <div className="wraps">
        <VisibleText as="span" className="mono" text={cutText(JSON.stringify(args), 160)} lines={false} />
        <div className="dim">
          {isUpstream ? strings.exampleList.source : strings.exampleList.overlay} ·{' '}
          {tokens === null ? strings.exampleList.notPrompt : strings.exampleList.tokens(formatCount(tokens), estimator)}
          {tags.length > 0 && (
            <>
              {' · '}
              <VisibleText text={cutText(tags.join(', '), 80)} lines={false} />
            </>
          )}
          {description && (
            <>
              {' · '}
              <VisibleText text={cutText(description, 160)} lines={false} />
            </>
          )}
        </div>
      </div>
      <ActionIcon
        aria-label={strings.exampleList.editExample(at + 1)}
        title={strings.exampleList.edit}
        onClick={() => openExample(place, key)}
      >
        <IconPencil size={15} />
      </ActionIcon>
      <ActionIcon
        aria-label={strings.exampleList.removeExample(at + 1)}
        title={strings.exampleList.remove}
        onClick={() => remove.mutate(key)}
      >
        <IconTrash size={15} />
      </ActionIcon>
    </div>
  );
}

/** Tokens of each example that the prompt shows, by its place. */
function tokensByPlace({ entry }: ToolDetail, estimator: Estimator): ReadonlyMap<number, number> {
  return new Map(
    entry.parts.flatMap(({ part, of, tokens }) =>
      part === 'example' && typeof of === 'number' ? [[of, tokens[estimator]] as const] : [],
    ),
  );
}

/** The example that a key stands for. */
function savedOf(key: string): Partial<Example> {
  try {
    return JSON.parse(key) as Partial<Example>;
  } catch {
    // A draft of a damaged file.
    return {};
  }
}
