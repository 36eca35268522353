import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReviewItem } from '#shared/domain/tool-review.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/tool-review.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ListBox } from '../../ui/list-box.tsx';
import { MovedQueries } from '../../ui/moved-queries.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { AuditAlarms } from '../import/audit-alarms.tsx';
import { ToolDriftView } from '../import/tool-drift-view.tsx';
import styles from './sources.module.css';
import {
  approveCosmetic,
  askedNoMore,
  chooseReviewed,
  closeToolReview,
  type Decision,
  decide,
  decideWithCare,
  isAlarming,
  mayDecide,
  useReviewGolden,
  useToolReview,
  useToolReviewDialog,
  waitingOf,
} from './tool-review-model.ts';

const listId = 'tool-review-list';

/** Characters of a description that are drawn. */
const shownText = 2_000;

/** Everything that waits for a decision: a list, and what the chosen tool changed. The keys A, K and R decide. */
export function ToolReviewDialog() {
  const isOpen = useToolReviewDialog((state) => state.isOpen);
  return (
    <Modal opened={isOpen} onClose={closeToolReview} title={strings.dialog.title} size={900}>
      {isOpen && <Review />}
    </Modal>
  );
}

/** Opens the review; shown while something waits. */
export function ToolReviewButton({ onOpen }: { onOpen: () => void }) {
  const { data } = useToolReview();
  const { waiting } = waitingOf(data?.items ?? []);
  if (waiting === 0) return null;
  return <Button onClick={onOpen}>{strings.dialog.open(waiting)}</Button>;
}

function Review() {
  const path = useWorkspace()?.path ?? '';
  const { data, error } = useToolReview();
  const chosen = useToolReviewDialog((state) => state.chosen);
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <Text>{strings.dialog.loading}</Text>;
  const { items, has_lock } = data;
  if (items.length === 0) return <Text>{has_lock ? strings.dialog.nothing : strings.dialog.noLock}</Text>;
  const at = Math.max(
    items.findIndex(({ tool }) => tool === chosen),
    0,
  );
  const current = items[at];
  const by = (decision: Decision) => () => current && decideWithCare(path, items, current, decision);
  return (
    <div className={styles.review} data-testid="tool-review">
      <div className={styles.reviewPanels}>
        <ListBox
          id={listId}
          data-autofocus
          aria-label={strings.dialog.list}
          className={styles.reviewList ?? ''}
          items={items}
          at={at}
          keyOf={({ tool }) => tool}
          onMove={(to) => chooseReviewed(items[to(at, items.length)]?.tool ?? null)}
          keys={{ a: by('approve'), k: by('keep_text'), r: by('reject') }}
          followsAlways
          option={({ tool }) => ({ 'data-testid': 'review-item', 'data-tool': tool, className: styles.reviewItem })}
        >
          {(item) => (
            <>
              <ToolName name={item.tool} />
              <span className={`${styles.reviewState} dim`} data-change={isAlarming(item) ? 'suspicious' : item.change}>
                {strings.dialog.states[item.state]}
                {item.change !== null && item.change !== 'new' && ` · ${strings.dialog.changes[item.change]}`}
              </span>
            </>
          )}
        </ListBox>
        {current && <Details item={current} by={by} approve={(decision) => decide(path, items, current, decision)} />}
      </div>
      <GoldenEffect />
      {items.some(({ change, state }) => change === 'cosmetic' && state !== 'removed') && (
        <Group>
          <Button variant="subtle" onClick={() => approveCosmetic(path)}>
            {strings.dialog.approveCosmetic}
          </Button>
        </Group>
      )}
    </div>
  );
}

/** What approving all of it does to the golden queries. */
function GoldenEffect() {
  const { data, error, isPending } = useReviewGolden();
  if (error) return <ErrorNotice error={error} />;
  if (isPending) return <Text className="dim">{strings.golden.trying}</Text>;
  if (data === null) return <Text className="dim">{strings.golden.none}</Text>;
  const { queries, better, worse, hit_at_1, changed } = data;
  if (better + worse === 0) return <Text className="dim">{strings.golden.stay(queries)}</Text>;
  return (
    <details data-testid="review-golden">
      <summary>{strings.golden.change(queries, { better, worse, ...hit_at_1 })}</summary>
      <MovedQueries changed={changed} />
    </details>
  );
}

function Details({
  item,
  by,
  approve,
}: {
  item: ReviewItem;
  by: (decision: Decision) => () => void;
  approve: (decision: Decision) => void;
}) {
  const { tool, state, action, drift, description, findings, former_name, change } = item;
  const asked = useToolReviewDialog((store) => store.asked);
  const labels = { approve: strings.dialog.approve, keep_text: strings.dialog.keepText, reject: strings.dialog.reject };
  const decisions = (['approve', 'keep_text', 'reject'] as const).filter((decision) => mayDecide(item, decision));
  const main: Decision = isAlarming(item) ? 'reject' : 'approve';
  const classes = new Map(change === null ? [] : [[tool, change] as const]);
  return (
    <section aria-label={tool} data-testid="review-details">
      <Text>
        {strings.dialog.states[state]}. {action !== null && strings.dialog.actions[action]} {tokensText(item)}
      </Text>
      {former_name !== null && <HostileText text={strings.dialog.formerName(former_name)} limit={300} />}
      {findings.length > 0 && <AuditAlarms findings={findings} />}
      <ScrollRegion className={styles.reviewText ?? ''} aria-label={strings.dialog.newText}>
        {drift && drift.changes.length > 0 ? (
          <ToolDriftView drifts={[drift]} total={1} classes={classes} />
        ) : (
          <HostileText text={description.after ?? description.before ?? ''} limit={shownText} />
        )}
      </ScrollRegion>
      {asked === null ? (
        <Group mt="sm">
          {decisions.map((decision) => (
            <Button key={decision} variant={decision === main ? 'filled' : 'default'} onClick={by(decision)}>
              {labels[decision]}
            </Button>
          ))}
        </Group>
      ) : (
        <Question tool={tool} onYes={() => approve(asked)} />
      )}
    </section>
  );
}

/** Asks whether a suspicious text is to be approved. Its answer gives the focus back to the list. */
function Question({ tool, onYes }: { tool: string; onYes: () => void }) {
  const answer = (act: () => void) => () => {
    act();
    document.getElementById(listId)?.focus();
  };
  return (
    <div role="alertdialog" aria-label={strings.dialog.approveAnyway} className={styles.question}>
      <VisibleText text={strings.dialog.askApprove(tool)} lines={false} />
      <Group mt="xs">
        <Button autoFocus variant="filled" onClick={answer(askedNoMore)}>
          {strings.dialog.doNotApprove}
        </Button>
        <Button onClick={answer(onYes)}>{strings.dialog.approveAnyway}</Button>
      </Group>
    </div>
  );
}

function tokensText({ tokens: { before, after } }: ReviewItem): string {
  if (before !== null && after !== null) return strings.dialog.tokens(formatCount(before), formatCount(after));
  const one = after ?? before;
  return one === null ? '' : strings.dialog.oneSide(formatCount(one));
}
