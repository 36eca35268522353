import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { formatCount, formatPlural } from '../../ui/format-number.ts';

/** What is remembered of a workspace, to tell next time what changed. */
export interface Visit {
  /** ISO 8601. */
  readonly at: string;
  readonly tools: number;
  readonly alwaysLoaded: number;
  /** Tokens of the prompt by the estimate. */
  readonly prompt: number;
  /** Tools by source. */
  readonly sources: Readonly<Record<string, number>>;
}

interface Visits {
  /** As each workspace was when it was last on the screen, by path; the last used last. */
  readonly last: Readonly<Record<string, Visit>>;
}

const rememberedWorkspaces = 24;

const useVisits = create<Visits>()(persist((): Visits => ({ last: {} }), { name: 'pegboard.visits', version: 1 }));

/** The visits before this session of the tab: a reload still tells what changed since then. */
const sessionKey = 'pegboard.visits-before';

/** The workspace as it was at the last visit before this session; null at the first one. */
export function visitBefore(path: string): Visit | null {
  const kept = readSession();
  if (Object.hasOwn(kept, path)) return kept[path] ?? null;
  const before = useVisits.getState().last[path] ?? null;
  try {
    globalThis.sessionStorage?.setItem(sessionKey, JSON.stringify({ ...kept, [path]: before }));
  } catch {
    // A full storage loses the comparison after a reload, nothing else.
  }
  return before;
}

function readSession(): Record<string, Visit | null> {
  try {
    const kept: unknown = JSON.parse(globalThis.sessionStorage?.getItem(sessionKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, Visit | null>) : {};
  } catch {
    return {};
  }
}

/** Remembers a workspace as it is now. */
export function rememberVisit(path: string, visit: Visit): void {
  useVisits.setState(({ last: { [path]: _, ...others } }) => ({
    last: { ...Object.fromEntries(Object.entries(others).slice(1 - rememberedWorkspaces)), [path]: visit },
  }));
}

/** What is different now, in sentences without a full stop; none when nothing is. */
export function changesSince(before: Visit, now: Omit<Visit, 'at'>): readonly string[] {
  const changes: string[] = [];
  if (before.prompt !== now.prompt) {
    changes.push(`The prompt went from ${formatCount(before.prompt)} to ${formatPlural(now.prompt, 'token')}`);
  }
  for (const [name, tools] of Object.entries(now.sources)) {
    const old = Object.hasOwn(before.sources, name) ? before.sources[name] : undefined;
    if (old === undefined) changes.push(`${name} is new, with ${formatPlural(tools, 'tool')}`);
    else if (old !== tools) changes.push(`${name} went from ${formatCount(old)} to ${formatPlural(tools, 'tool')}`);
  }
  for (const name of Object.keys(before.sources)) {
    if (!Object.hasOwn(now.sources, name)) changes.push(`${name} was removed`);
  }
  if (before.alwaysLoaded !== now.alwaysLoaded) {
    changes.push(
      `Always loaded: ${formatCount(before.alwaysLoaded)} tools before, ${formatCount(now.alwaysLoaded)} now`,
    );
  }
  return changes;
}
