import { Loader, Modal } from '@mantine/core';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useUnsavedWork } from '../../state/unsaved-work.ts';
import { strings } from '../../strings/server-review.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { DecideView } from './decide-view.tsx';
import { ProgressView } from './progress-view.tsx';
import { closeSheet, isAllAdded, type Review, totalsOf, useReviews, useShownReview } from './review-store.ts';
import styles from './server-review.module.css';

/** The one sheet on which servers are chosen, agreed to, started and followed. It belongs to the window. */
export function ServerSheet() {
  const review = useShownReview(useWorkspace()?.path);
  const isRunning = useReviews(({ reviews }) => reviews.some(isUnderWay));
  useUnsavedWork(isRunning ? strings.serverSheet.pegboardIsAddingServers : null);
  return (
    <Modal
      opened={review !== undefined}
      onClose={closeSheet}
      title={review ? titleOf(review) : ''}
      size="min(1120px, 100%)"
      yOffset="4dvh"
      classNames={{
        content: `${styles.sheet} stack`,
        header: styles.header,
        body: `${styles.body} rest-column`,
      }}
    >
      {review && <Content key={review.id} review={review} />}
    </Modal>
  );
}

function isUnderWay(review: Review): boolean {
  const { all, settled } = totalsOf(review);
  return settled < all;
}

function titleOf(review: Review): string {
  if (review.phase !== 'started') return visibleString(strings.serverSheet.addServersFrom(review.title));
  if (isUnderWay(review)) return visibleString(strings.serverSheet.addingServersFrom(review.title));
  return isAllAdded(totalsOf(review))
    ? strings.serverSheet.serversAdded
    : visibleString(strings.serverSheet.serversFrom(review.title));
}

function Content({ review }: { review: Review }) {
  if (review.error) {
    return (
      <div className={styles.message}>
        <ErrorNotice error={review.error} />
      </div>
    );
  }
  switch (review.phase) {
    case 'reading':
      return (
        <div className={styles.message}>
          <Loader size={14} aria-hidden /> {strings.serverSheet.loadingConfiguration}
        </div>
      );
    case 'deciding':
      return <DecideView review={review} />;
    default:
      return <ProgressView review={review} />;
  }
}
