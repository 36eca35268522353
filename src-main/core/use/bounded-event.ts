import { hash } from 'node:crypto';
import type { UseOrigin } from '#shared/domain/use.ts';
import { hideNamedSecrets } from '../secrets/named-secrets.ts';
import type { LoggedEvent, LoggedOutcome } from './readers/use-reader.ts';

/** What the store keeps of an event. */
export interface KeptEvent {
  readonly key: Buffer;
  readonly origin: UseOrigin;
  readonly session: string;
  readonly at: number;
  readonly client: string | null;
  readonly persona: string | null;
  readonly kind: string;
  readonly said: string | null;
  readonly via: number;
  readonly skill: string | null;
  readonly query: string | null;
  readonly found: string | null;
  readonly ok: number | null;
  readonly ms: number | null;
  readonly tokens: number | null;
}

export interface KeptOutcome {
  readonly key: Buffer;
  readonly at: number | null;
  readonly ok: number | null;
  readonly ms: number | null;
  readonly tokens: number | null;
  readonly found: string | null;
}

/** Which file an event comes from, and its place there. */
export interface EventPlace {
  readonly origin: UseOrigin;
  /** A hash of the path. */
  readonly file: string;
  /** Which event of the file it is: its line and its number there. */
  readonly place: string;
}

/** Characters of a query, and of a person's name for a client; names that one event lists. */
const most = { query: 4000, client: 200, names: 100 } as const;

/** Characters that are looked through for secrets: a cut before that could leave half of one. */
const mostMasked = 64 * 1024;

/** Times that a log can have: from 2000 to 2100. */
const [earliest, latest] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)] as const;

/** How far the clock that wrote a log may be ahead of ours, ms: a day, as where it wrote local times as UTC. */
const mostAhead = 24 * 60 * 60_000;

/** A day; what claims to have taken longer says nothing. */
const longestMs = 24 * 60 * 60_000;

/** An id of this length is given once only; a shorter one may occur in each session. */
const uniqueId = 16;

/** The form of a name of a tool or a skill. A text of another form may hold anything, such as arguments, so it is not kept. */
const nameForm = /^[\p{L}\p{N}_][\p{L}\p{N}_.:/@-]{0,255}$/u;

/** Makes what is kept of events until `now`: names, times and outcomes, no longer than they may be, with secrets hidden. */
export function eventKeeper(mask: (text: string) => string, now: () => number) {
  const name = (text: string | null) => (text !== null && nameForm.test(text) && mask(text) === text ? text : null);
  const names = (given: readonly string[] | null) =>
    given && JSON.stringify(given.slice(0, most.names).flatMap((text) => name(text) ?? []));
  const cut = (text: string | null, length: number) =>
    text === null
      ? null
      : hideNamedSecrets(mask(text.slice(0, mostMasked)))
          .slice(0, length)
          .toWellFormed();
  return {
    /** The event; in place of one whose time cannot be right, why. */
    event: (event: LoggedEvent, place: EventPlace): KeptEvent | 'no_time' | 'ahead' => {
      if (!(event.at >= earliest && event.at < latest)) return 'no_time';
      if (event.at > now() + mostAhead) return 'ahead';
      const session = sessionOf(event.session, place);
      return {
        key: keyOf({ ...place, place: `${place.place}:${event.at}` }, session, event.id),
        ...{ origin: place.origin, session, kind: event.kind, via: event.via ? 1 : 0 },
        at: Math.round(event.at),
        client: cut(event.client, most.client),
        persona: cut(event.persona, most.client),
        ...{ said: name(event.said), skill: name(event.skill) },
        query: cut(event.query, most.query),
        found: names(event.found),
        ...figures(event),
      };
    },
    outcome: (outcome: LoggedOutcome, place: EventPlace): KeptOutcome => ({
      key: keyOf(place, sessionOf(outcome.session, place), outcome.id),
      at: outcome.at === null ? null : Math.round(outcome.at),
      found: names(outcome.found),
      ...figures(outcome),
    }),
  };
}
export type EventKeeper = ReturnType<typeof eventKeeper>;

function figures({ ok, ms, tokens }: Pick<LoggedOutcome, 'ok' | 'ms' | 'tokens'>) {
  return {
    ok: ok === null ? null : Number(ok),
    ms: ms !== null && ms >= 0 && ms <= longestMs ? ms : null,
    tokens: tokens !== null && Number.isSafeInteger(Math.round(tokens)) ? Math.round(tokens) : null,
  };
}

function sessionOf(session: string | undefined, { origin, file }: EventPlace): string {
  return `${origin}:${digest(session === undefined ? ['file', file] : ['session', session])
    .toString('hex')
    .slice(0, 16)}`;
}

function keyOf({ origin, file, place }: EventPlace, session: string, id: string | undefined): Buffer {
  if (id === undefined) return digest([origin, 'place', file, place]);
  return digest(id.length >= uniqueId ? [origin, 'id', id] : [origin, 'session', session, id]);
}

/** In memory that Node shares among small buffers: there are millions of keys, and each would else have memory of its own. */
function digest(parts: readonly string[]): Buffer {
  return Buffer.from(hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32), 'hex');
}
