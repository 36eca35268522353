import { type UseEvent, type UseSession, useSearchWindowMs } from '#shared/domain/use.ts';

type Session = {
  -readonly [Key in keyof UseSession]: UseSession[Key] extends readonly (infer Item)[] ? Item[] : UseSession[Key];
};

/** The tool that was called after each search of one session, within ten minutes; null where none was. `events` are in order of time. */
export function calledNext(events: readonly UseEvent[]): (string | null)[] {
  const called: (string | null)[] = new Array(events.length).fill(null);
  let next: { readonly at: number; readonly tool: string } | null = null;
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i];
    if (!event) continue;
    if (event.kind === 'search' && next && next.at - event.at <= useSearchWindowMs) called[i] = next.tool;
    if (event.kind === 'call' && event.tool !== null) next = { at: event.at, tool: event.tool };
  }
  return called;
}

/** The sessions of events, by the time of their first event. The events of a session stand in order of time. */
export function sessionsOfUse(events: Iterable<UseEvent>): UseSession[] {
  const bySession = new Map<string, UseEvent[]>();
  for (const event of events) {
    const others = bySession.get(event.session);
    if (others) others.push(event);
    else bySession.set(event.session, [event]);
  }
  const sessions = [...bySession].map(([id, ofSession]) => sessionOf(id, ofSession));
  return sessions.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

function sessionOf(id: string, events: readonly UseEvent[]): UseSession {
  const first = events[0];
  const session: Session = {
    ...{ id, at: first?.at ?? 0, client: first?.client ?? null, persona: first?.persona ?? null },
    ...{ searches: [], calls: [], gets: [], skills: [] },
  };
  const called = calledNext(events);
  for (const [i, { at, kind, query, found, tool, ok, skill }] of events.entries()) {
    if (kind === 'search' && query !== null) session.searches.push({ at, query, found, called: called[i] ?? null });
    else if (kind === 'call' && tool !== null) session.calls.push({ at, tool, ok });
    else if (kind === 'get') session.gets.push({ at, tools: found ?? [] });
    else if (kind === 'skill' && skill !== null) session.skills.push({ at, skill });
  }
  return session;
}
