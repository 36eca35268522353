import { assertNever } from '#shared/assert-never.ts';
import type { ImportPlan } from '#shared/domain/import-plan.ts';
import type { ImportMcpEvent } from '#shared/domain/live-source.ts';
import type { PegboardError } from '#shared/errors.ts';
import { strings } from '../../strings/sources.ts';
import type { ConsentSubject } from '../../ui/consent-subject.ts';

/** A plan, and what stands for the list that it was made of. */
export type Planned = Omit<Extract<ImportMcpEvent, { type: 'planned' }>, 'type'>;

/** How far the import from a live server is. */
export type JobStep =
  | { readonly kind: 'starting' }
  /** The user has to agree first. `before` is what they agreed to for this source, if it changed since. */
  | { readonly kind: 'consent'; readonly subject: ConsentSubject; readonly before: string | null }
  | { readonly kind: 'connecting' }
  /** Its server is being started; `downloading`: a package runner may still be fetching it. */
  | { readonly kind: 'opening'; readonly downloading: boolean }
  | { readonly kind: 'connected'; readonly protocol: string }
  | { readonly kind: 'listing'; readonly tools: number }
  /** The user decides on what it would change. `isNew`: the plan that was looked at before does not hold any more. */
  | { readonly kind: 'review'; readonly planned: Planned; readonly isNew: boolean }
  | { readonly kind: 'applying' }
  /** `url` is the page to sign in on, once it is known. */
  | { readonly kind: 'signing_in'; readonly url: string | null }
  | { readonly kind: 'failed'; readonly error: PegboardError; readonly plan: ImportPlan | null };

/** The step that an event of the import leads to. What the server writes to stderr leads to none. */
export function stepOfEvent(event: Exclude<ImportMcpEvent, { type: 'stderr' }>): JobStep {
  switch (event.type) {
    case 'connecting':
      return { kind: 'connecting' };
    case 'starting':
      return { kind: 'opening', downloading: event.downloading };
    case 'connected':
      return { kind: 'connected', protocol: event.protocol_version };
    case 'listing':
      return { kind: 'listing', tools: event.tools };
    case 'planned':
    case 'done':
      return { kind: 'applying' };
    default:
      return assertNever(event);
  }
}

/** The step in a few words. */
export function stepWords(step: JobStep): string {
  switch (step.kind) {
    case 'starting':
    case 'connecting':
      return strings.jobStep.connecting;
    case 'opening':
      return step.downloading ? strings.jobStep.downloadingStarting : strings.jobStep.starting;
    case 'consent':
      return strings.jobStep.waitsYourConsent;
    case 'connected':
      return strings.jobStep.connectedMcp(step.protocol);
    case 'listing':
      return strings.jobStep.listingTools(step.tools);
    case 'review':
      return strings.jobStep.readyForReview;
    case 'applying':
      return strings.jobStep.writing;
    case 'signing_in':
      return step.url === null ? strings.jobStep.askingWhereSign : strings.jobStep.waitsYouSign;
    case 'failed':
      return 'failed';
    default:
      return assertNever(step);
  }
}

/** The whole seconds that a start has taken; never more than it may take, though its end is told a moment later. */
export function elapsedSeconds(ms: number, limitMs: number): number {
  return Math.floor(Math.min(Math.max(ms, 0), limitMs) / 1000);
}

/** Whether something is under way that the user can cancel. */
export function isUnderWay({ kind }: JobStep): boolean {
  return kind !== 'consent' && kind !== 'review' && kind !== 'failed';
}
