import { create } from 'zustand';
import type { PegboardError } from '#shared/errors.ts';
import { type BatchTotals, batchTotals, type LiveServer } from './live-server.ts';
import {
  type DraftChoice,
  type DraftChoices,
  type ReviewPart,
  readinessOf,
  type SheetServer,
  type SheetVariable,
  setAll,
  sheetServers,
  sheetVariables,
  startsTicked,
  type ValueSource,
} from './review-servers.ts';

/** The servers of one or more configurations, from the first look until all of them are added or given up. */
export interface Review {
  readonly id: string;
  /** Path of the workspace that gets the servers. */
  readonly workspace: string;
  /** The origin of the servers, for people. */
  readonly title: string;
  /** `reading`: the core reads the configurations. `deciding`: nothing was started. `started`: see `live`. */
  readonly phase: 'reading' | 'deciding' | 'started';
  /** Why the configurations could not be read. */
  readonly error: PegboardError | null;
  readonly servers: readonly SheetServer[];
  readonly variables: readonly SheetVariable[];
  readonly parts: readonly ReviewPart[];
  /** Keys of the servers that the user chose. */
  readonly ticked: ReadonlySet<string>;
  readonly choices: DraftChoices;
  /** Every server that was started, by its key. */
  readonly live: Readonly<Record<string, LiveServer>>;
}

interface Reviews {
  readonly reviews: readonly Review[];
  /** The review on the sheet; null while the sheet is closed. */
  readonly shown: string | null;
}

/** All reviews of this window. They outlive the sheet and the screen. */
export const useReviews = create<Reviews>()(() => ({ reviews: [], shown: null }));

/** The review that is on the sheet of a workspace; undefined while the sheet is closed. */
export function useShownReview(workspace: string | undefined): Review | undefined {
  return useReviews(({ reviews, shown }) => reviews.find((one) => one.id === shown && one.workspace === workspace));
}

export function reviewOf(id: string): Review | undefined {
  return useReviews.getState().reviews.find((review) => review.id === id);
}

export function changeReview(id: string, change: (review: Review) => Partial<Review>): void {
  useReviews.setState(({ reviews }) => ({
    reviews: reviews.map((review) => (review.id === id ? { ...review, ...change(review) } : review)),
  }));
}

/** Puts a new review on the sheet. A review that was only looked at makes room for it. Returns its id. */
export function addReview(wish: Pick<Review, 'workspace' | 'title'>): string {
  const id = crypto.randomUUID();
  const review: Review = {
    ...wish,
    id,
    phase: 'reading',
    error: null,
    servers: [],
    variables: [],
    parts: [],
    ticked: new Set(),
    choices: {},
    live: {},
  };
  useReviews.setState(({ reviews }) => ({
    reviews: [...reviews.filter(({ phase }) => phase === 'started'), review],
    shown: id,
  }));
  return id;
}

/** The configurations of a review were read. */
export function fillReview(id: string, parts: readonly ReviewPart[]): void {
  const servers = sheetServers(parts);
  const ticked = new Set(servers.filter(startsTicked).map(({ key }) => key));
  changeReview(id, () => ({ phase: 'deciding', parts, servers, variables: sheetVariables(parts, servers), ticked }));
}

export function removeReview(id: string): void {
  useReviews.setState(({ reviews, shown }) => ({
    reviews: reviews.filter((review) => review.id !== id),
    shown: shown === id ? null : shown,
  }));
}

export function showReview(id: string): void {
  useReviews.setState({ shown: id });
}

/** Closes the sheet. A started review goes on, and the status bar leads back to it; any other is forgotten. */
export function closeSheet(): void {
  const { shown } = useReviews.getState();
  if (shown === null) return;
  const review = reviewOf(shown);
  if (review?.phase !== 'started' || isAllAdded(totalsOf(review))) removeReview(shown);
  useReviews.setState({ shown: null });
}

export function tick(id: string, key: string, isTicked: boolean): void {
  changeReview(id, ({ ticked }) => ({
    ticked: new Set(isTicked ? [...ticked, key] : [...ticked].filter((one) => one !== key)),
  }));
}

/** Chooses every server that has no obstacle, or none. */
export function tickAll(id: string, isTicked: boolean): void {
  changeReview(id, ({ servers }) => ({
    ticked: new Set(isTicked ? servers.filter(({ obstacles }) => obstacles.length === 0).map(({ key }) => key) : []),
  }));
}

export function choose(id: string, variable: string, choice: DraftChoice): void {
  changeReview(id, ({ choices }) => ({ choices: { ...choices, [variable]: choice } }));
}

export function chooseForAll(id: string, variables: readonly SheetVariable[], from: ValueSource): void {
  changeReview(id, ({ choices }) => ({ choices: setAll(variables, choices, from) }));
}

/** The chosen servers that can be started as things are. */
export function runnableOf(review: Review): readonly SheetServer[] {
  return review.servers.filter((server) => review.ticked.has(server.key) && readinessOf(server, review).can_run);
}

export function totalsOf({ live }: Review): BatchTotals {
  return batchTotals(Object.values(live));
}

export function isAllAdded({ all, added }: BatchTotals): boolean {
  return added === all;
}
