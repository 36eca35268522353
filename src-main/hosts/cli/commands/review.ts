import { counted } from '#shared/counted.ts';
import { withheldText } from '#shared/domain/approval.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { ReviewItem, ReviewResult, ToolReview } from '#shared/domain/tool-review.ts';
import { changesOfReview, writeChanges } from '../ci/change-formats.ts';
import { unreadExitCode, unreadSentence, unreadSources } from '../ci/unread-sources.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { describeAudit, describeChanges } from '../describe-drift.ts';
import { wholeText } from '../describe-words.ts';
import { plainText } from '../plain-text.ts';
import type { Reporter } from '../reporter.ts';

export interface ReviewOptions {
  readonly approve?: readonly string[] | undefined;
  readonly keepText?: readonly string[] | undefined;
  readonly reject?: readonly string[] | undefined;
  readonly allCosmetic?: boolean | undefined;
  readonly lock?: boolean | undefined;
  readonly golden?: boolean | undefined;
}

/** Tools that are printed; json has all. */
const shownItems = 40;

/**
 * `pegboard review`: what differs from `pegboard.lock`, and decisions about it. Exit code 0 when nothing waits for a decision
 * afterwards, 6 when something that waits cannot be used until then, 7 when a source could not be read, 1 when everything that waits can
 * be used.
 */
export async function review(context: CommandContext, options: ReviewOptions): CommandResult {
  const { approve = [], keepText = [], reject = [], allCosmetic = false, lock = false } = options;
  const { reporter, io } = context;
  return withWorkspace(context, async (services) => {
    let decided: ReviewResult | null = null;
    if (approve.length + keepText.length + reject.length > 0 || allCosmetic || lock) {
      const decisions = { approve, keep_text: keepText, reject, all_cosmetic: allCosmetic, create_lock: lock };
      decided = await services.approvals.decide(
        { ...decisions, approve: [...approve], keep_text: [...keepText], reject: [...reject] },
        { signal: io.signal },
      );
    }
    const found = await services.approvals.review({ golden: options.golden ?? false }, { signal: io.signal });
    const waiting = found.items.filter(({ state }) => state !== 'rejected');
    const { path: root = '', findings = [] } = (await services.workspace.current()) ?? {};
    const unread = unreadSources(findings, { root, cwd: io.cwd });
    if (!(await writeChanges(context, 'Review of tools', { changes: changesOfReview(found.items), unread }))) {
      const value = { ...found, decided, ...(unread.length > 0 && { unread }) };
      reporter.result('review/1', value, () => describeReview(found, { decided, unread }, reporter));
    }
    if (waiting.some(({ action }) => action === 'quarantine')) return 6;
    if (unread.length > 0) return unreadExitCode;
    return waiting.length === 0 ? 0 : 1;
  });
}

function describeReview(
  { has_lock, items, golden }: ToolReview,
  { decided, unread }: { readonly decided: ReviewResult | null; readonly unread: readonly Finding[] },
  reporter: Reporter,
) {
  const shown = items.slice(0, shownItems);
  const more = items.length - shown.length;
  return [
    ...(decided ? [decisionText(decided)] : []),
    ...shown.flatMap((item) => describeItem(item, reporter)),
    ...(more > 0 ? [`and ${more} more; --format json lists them`] : []),
    ...(golden
      ? [`golden queries, with all of it approved: ${golden.worse} worse, ${golden.better} better of ${golden.queries}`]
      : []),
    closing(has_lock, items, unread),
  ].join('\n');
}

function decisionText({ approved, rejected, written }: ReviewResult): string {
  if (!written) return 'There was nothing to decide.';
  const parts = [
    approved.length > 0 && `${approved.length} approved`,
    rejected.length > 0 && `${rejected.length} rejected`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}: pegboard.lock is written.` : 'pegboard.lock is written.';
}

function closing(hasLock: boolean, items: readonly ReviewItem[], unread: readonly Finding[]): string {
  return [closingOfItems(hasLock, items), unreadSentence(unread)].filter(Boolean).join(' ');
}

function closingOfItems(hasLock: boolean, items: readonly ReviewItem[]): string {
  if (!hasLock) return 'There is no pegboard.lock: all tools count as approved. "pegboard review --lock" writes one.';
  const waiting = items.filter(({ state }) => state !== 'rejected').length;
  if (waiting === 0) return 'Every tool is approved or rejected.';
  return `${waiting} ${waiting === 1 ? 'tool waits' : 'tools wait'} for a decision: --approve, --keep-text or --reject, with names separated by commas.`;
}

/** Arguments that are printed of a new tool; json has all. */
const shownArguments = 40;

/** The arguments of a tool that nobody has approved: a reviewer must see everything that a call may hold. */
function describeArguments(schema: NonNullable<ReviewItem['input_schema']>): string[] {
  const { properties, required } = schema;
  const isMap = typeof properties === 'object' && properties !== null && !Array.isArray(properties);
  const all = Object.entries(isMap ? properties : {});
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const lines = all.slice(0, shownArguments).map(([name, says]) => {
    const head = `argument ${plainText(name)}${isRequired(name) ? ', required' : ''}`;
    return `      ${head}: ${wholeText(JSON.stringify(says))}`;
  });
  const more = all.length - lines.length;
  return more > 0 ? [...lines, `      and ${counted(more, 'more argument')}; --format json has them`] : lines;
}

function describeItem(item: ReviewItem, reporter: Reporter): string[] {
  const { tool, state, change, action, former_name, tokens, drift, findings, description, input_schema } = item;
  const what = [state, change !== null && change !== 'new' && change, former_name !== null && `was ${former_name}`];
  const colour = action === 'quarantine' ? 'red' : action === 'ask' ? 'yellow' : 'dim';
  const says = { allow: 'is served', ask: 'asks before each call', quarantine: 'is not served' };
  const head = `${plainText(tool)}  ${what.filter(Boolean).join(', ')}`;
  const cost = tokens.before !== null && tokens.after !== null ? `, ${tokens.before} → ${tokens.after} tokens` : '';
  return [
    `${head}  ${reporter.paint(colour, action === null ? 'is gone' : says[action])}${cost}`,
    ...(state === 'unproven' || state === 'rejected' ? [`      ${withheldText(item)}`] : []),
    ...(drift ? describeChanges(drift, reporter) : []),
    ...(drift === null && description.after !== null ? [`      ${wholeText(description.after)}`] : []),
    ...(input_schema === null ? [] : describeArguments(input_schema)),
    ...describeAudit(findings).map((line) => `      ${line}`),
  ];
}
