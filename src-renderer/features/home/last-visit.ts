import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/home.ts';

/** The facts about a workspace that are kept to show at the next visit what changed. */
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
    changes.push(strings.lastVisit.promptWentFromTokens(formatCount(before.prompt), now.prompt));
  }
  for (const [name, tools] of Object.entries(now.sources)) {
    const old = Object.hasOwn(before.sources, name) ? before.sources[name] : undefined;
    if (old === undefined) changes.push(strings.lastVisit.newTools(name, tools));
    else if (old !== tools) changes.push(strings.lastVisit.wentFromTools(name, formatCount(old), tools));
  }
  for (const name of Object.keys(before.sources)) {
    if (!Object.hasOwn(now.sources, name)) changes.push(strings.lastVisit.wasRemoved(name));
  }
  if (before.alwaysLoaded !== now.alwaysLoaded) {
    changes.push(strings.lastVisit.alwaysLoadedToolsBefore(before.alwaysLoaded, now.alwaysLoaded));
  }
  return changes;
}
