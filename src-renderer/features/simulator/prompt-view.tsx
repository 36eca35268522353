import { Button, UnstyledButton } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { type PromptBlockName, promptText, type RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/simulator.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { type BlockChange, type PromptStretch, promptChanges } from './prompt-changes.ts';
import { compareStep } from './simulator-model.ts';
import { useStage } from './stage.ts';
import styles from './step.module.css';

const marks = { same: '=', new: '+', changed: '~', gone: '−' } as const;
const changeTitles = strings.promptView.changeTitles;

/** Characters of a stretch that are laid out unasked. */
const shownOfStretch = 2400;

/** The prompt of a step, block by block: what is new since the step before is marked, what is not is folded. */
export const PromptView = memo(function PromptView({
  prompt,
  before,
  estimator,
}: {
  prompt: RenderedPrompt;
  before: RenderedPrompt | null;
  estimator: Estimator;
}) {
  const canCompare = useStage()?.compared != null;
  const changes = useMemo(() => promptChanges(before, prompt), [before, prompt]);
  const [turned, setTurned] = useState<ReadonlySet<PromptBlockName>>(new Set());
  const isWhole = before !== null && changes.every(({ change }) => change === 'same');
  return (
    <div className={styles.prompt} data-testid="step-prompt">
      <div className={styles.promptHead}>
        <h3>{strings.promptView.prompt}</h3>
        <span className="mono" title={strings.promptView.tokensOfWholeSystem(estimator)}>
          {strings.promptView.tokens(formatCount(prompt.tokens[estimator]))}
        </span>
        {before && !isWhole && (
          <span className="dim mono" title={strings.promptView.comparedWithPreviousStep}>
            {signed(prompt.tokens[estimator] - before.tokens[estimator])}
          </span>
        )}
        {isWhole && (
          <span className="dim" title={strings.promptView.identicalToPreviousStep}>
            {strings.promptView.unchanged}
          </span>
        )}
        <span className={styles.promptCopy}>
          {canCompare && (
            <Button size="compact-xs" title={strings.promptView.compareTextAndTokens} onClick={compareStep}>
              {strings.promptView.compare}
            </Button>
          )}
          <CopyTextButton isSmall text={promptText(prompt.blocks)} label={strings.promptView.copyPrompt} />
        </span>
      </div>
      {changes.map((change) => {
        const { name } = change;
        const isOpen = turned.has(name) === (change.change === 'same');
        const toggle = () =>
          setTurned((set) =>
            set.has(name) ? new Set([...set].filter((one) => one !== name)) : new Set([...set, name]),
          );
        return (
          <Block
            key={name}
            change={change}
            text={prompt.blocks.find((block) => block.name === name)?.text ?? ''}
            isFirst={before === null}
            isOpen={isOpen}
            estimator={estimator}
            onToggle={toggle}
          />
        );
      })}
    </div>
  );
});

function Block({
  change: { name, change, tokens, before, stretches },
  text,
  isFirst,
  isOpen,
  estimator,
  onToggle,
}: {
  change: BlockChange;
  text: string;
  isFirst: boolean;
  isOpen: boolean;
  estimator: Estimator;
  onToggle(): void;
}) {
  const delta = (tokens?.[estimator] ?? 0) - (before?.[estimator] ?? 0);
  const shown = change === 'same' || isFirst ? [{ kind: 'whole' as const, text, lines: 0 }] : stretches;
  return (
    <section className={styles.block} data-change={isFirst ? 'first' : change} data-block={name}>
      <UnstyledButton className={styles.blockHead} aria-expanded={isOpen} onClick={onToggle}>
        {!isFirst && (
          <span className={styles.blockMark} data-change={change} title={changeTitles[change]}>
            <span aria-hidden>{marks[change]}</span>
            <span className="visually-hidden">{changeTitles[change]}</span>
          </span>
        )}
        <span className="mono">{name}</span>
        <span className="push mono" title={strings.promptView.tokensOfThisBlock(estimator)}>
          {tokens === null ? '' : formatCount(tokens[estimator])}
          {!isFirst && delta !== 0 && <b> {signed(delta)}</b>}
        </span>
      </UnstyledButton>
      {isOpen && (
        <div className={styles.blockText}>
          {shown.map((part, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: stretches follow each other, and have no other name
            <Stretch key={i} part={part} />
          ))}
        </div>
      )}
    </section>
  );
}

function Stretch({
  part: { kind, text, lines },
}: {
  part: Omit<PromptStretch, 'kind'> & { kind: PromptStretch['kind'] | 'whole' };
}) {
  const [isOpen, setOpen] = useState(false);
  if (kind === 'same' && !isOpen) {
    return (
      <UnstyledButton className={styles.fold} onClick={() => setOpen(true)}>
        {strings.promptView.linesUnchanged(lines)}
      </UnstyledButton>
    );
  }
  return (
    <div className={`${styles.stretch} mono`} data-kind={kind}>
      {kind !== 'same' && kind !== 'whole' && <span className="visually-hidden">{kind}: </span>}
      <HostileText text={text} limit={shownOfStretch} />
    </div>
  );
}

function signed(value: number): string {
  return value < 0 ? `−${formatCount(-value)}` : `+${formatCount(value)}`;
}
