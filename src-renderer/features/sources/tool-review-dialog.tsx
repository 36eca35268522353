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
import { ToolDriftView } from '../import/tool-drift-view.tsx';
import styles from './sources.module.css';
import {
  approveCosmetic,
  chooseReviewed,
  closeToolReview,
  type Decision,
  decide,
  mayDecide,
  useReviewGolden,
  useToolReview,
  useToolReviewDialog,
} from './tool-review-model.ts';

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
  const waiting = data?.items.filter(({ state }) => state !== 'rejected').length ?? 0;
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
  const by = (decision: Decision) => () => current && decide(path, items, current, decision);
  return (
    <div className={styles.review} data-testid="tool-review">
      <div className={styles.reviewPanels}>
        <ListBox
          id="tool-review-list"
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
          {({ tool, state, change }) => (
            <>
              <ToolName name={tool} />
              <span className={`${styles.reviewState} dim`} data-change={change}>
                {strings.dialog.states[state]}
                {change !== null && change !== 'new' && ` · ${strings.dialog.changes[change]}`}
              </span>
            </>
          )}
        </ListBox>
        {current && <Details item={current} by={by} />}
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

function Details({ item, by }: { item: ReviewItem; by: (decision: Decision) => () => void }) {
  const { tool, state, action, drift, description, findings, former_name } = item;
  const labels = { approve: strings.dialog.approve, keep_text: strings.dialog.keepText, reject: strings.dialog.reject };
  const decisions = (['approve', 'keep_text', 'reject'] as const).filter((decision) => mayDecide(item, decision));
  return (
    <section aria-label={tool} data-testid="review-details">
      <Text>
        {strings.dialog.states[state]}. {action !== null && strings.dialog.actions[action]} {tokensText(item)}
      </Text>
      {former_name !== null && <HostileText text={strings.dialog.formerName(former_name)} limit={300} />}
      <ScrollRegion className={styles.reviewText ?? ''} aria-label={strings.dialog.newText}>
        {drift && drift.changes.length > 0 ? (
          <ToolDriftView drifts={[drift]} total={1} />
        ) : (
          <HostileText text={description.after ?? description.before ?? ''} limit={shownText} />
        )}
        {findings.length > 0 && (
          <ul aria-label={strings.dialog.audit}>
            {findings.map(({ code, place, why }) => (
              <li key={`${code} ${place}`}>
                <HostileText text={`${place}: ${why}`} limit={400} />
              </li>
            ))}
          </ul>
        )}
      </ScrollRegion>
      <Group mt="sm">
        {decisions.map((decision) => (
          <Button key={decision} variant={decision === 'approve' ? 'filled' : 'default'} onClick={by(decision)}>
            {labels[decision]}
          </Button>
        ))}
      </Group>
    </section>
  );
}

function tokensText({ tokens: { before, after } }: ReviewItem): string {
  if (before !== null && after !== null) return strings.dialog.tokens(formatCount(before), formatCount(after));
  const one = after ?? before;
  return one === null ? '' : strings.dialog.oneSide(formatCount(one));
}
