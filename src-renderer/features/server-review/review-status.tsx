import { UnstyledButton } from '@mantine/core';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { statusWords } from './live-server.ts';
import { type Review, showReview, totalsOf, useReviews } from './review-store.ts';

/** In the status bar: how far the servers are that are being added, and the way back to their sheet. */
export function ReviewStatus({ className }: { className: string }) {
  const path = useWorkspace()?.path;
  const reviews = useReviews((state) => state.reviews);
  return reviews
    .filter(({ workspace, phase }) => workspace === path && phase === 'started')
    .map((review) => <Entry key={review.id} review={review} className={className} />);
}

function Entry({ review, className }: { review: Review; className: string }) {
  const totals = totalsOf(review);
  return (
    <UnstyledButton
      className={className}
      data-severity={totals.failed > 0 && totals.settled === totals.all ? 'error' : undefined}
      data-testid="review-status"
      onClick={() => showReview(review.id)}
    >
      {statusWords(totals)}
    </UnstyledButton>
  );
}
