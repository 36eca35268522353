import { setTimeout } from 'node:timers/promises';
import type { SignInKey } from '#shared/domain/gateway-server.ts';
import { PegboardError } from '#shared/errors.ts';
import type { TrailChange } from '../trail/trail-entry.ts';
import { type KeyRing, keyIdOf } from './key-ring.ts';
import { aboutRow, type SignInPlace, type SignInRow, type SignInRows } from './sign-in-rows.ts';

/** How long one sign-in alone is sealed, and how long and how often a renewal under way is waited for, milliseconds. */
const [claimMs, patienceMs, lookMs] = [15_000, 30_000, 100];

/** Callers that an error names. */
const namedCallers = 5;

/** A sign-in without what is sealed; times in milliseconds since 1970. */
export interface ListedSignIn extends Pick<SignInRow, 'caller' | 'name' | 'source' | 'signed_in_at' | 'last_used_at'> {
  /** Id of the key that sealed it. */
  readonly key: string;
  /** Where that key stands in `sign_in_keys`; `missing`: nothing opens it, and its caller is asked to sign in again. */
  readonly key_is: 'newest' | 'older' | 'missing';
}

/** Removes a sign-in, and keeps in the audit trail that somebody did; whether it was there. */
export type RevokeSignIn = (place: SignInPlace, change: TrailChange, at: number) => Promise<boolean>;

/** The sign-ins, by caller and source. Errors: those of the rows. */
export async function listSignIns(
  rows: Pick<SignInRows, 'list'>,
  keys: readonly Pick<SignInKey, 'id'>[],
): Promise<ListedSignIn[]> {
  return (await rows.list()).map((row) => listed(row, keys));
}

/** The sign-ins of a caller, by its key, else by its name, at one source or at all. Error: `usage` for none, and for a name that several callers have. */
export function signInsOf(
  all: readonly ListedSignIn[],
  { who, source }: { readonly who: string; readonly source: string | undefined },
): ListedSignIn[] {
  const exact = all.filter(({ caller }) => caller === who);
  const found = exact.length > 0 ? exact : all.filter(({ name }) => name === who);
  const callers = [...new Set(found.map(({ caller }) => caller))];
  if (callers.length > 1) {
    throw new PegboardError('usage', `${callers.length} callers have the name ${who}.`, {
      hint: `Give one of them instead of the name: ${callers.slice(0, namedCallers).join(', ')}.`,
    });
  }
  const meant = found.filter((one) => source === undefined || one.source === source);
  if (meant.length > 0) return meant;
  throw new PegboardError('usage', `${who} is not signed in${source === undefined ? '' : ` at ${source}`}.`, {
    hint: '`pegboard gateway sign-ins` lists who is.',
  });
}

/** Removes sign-ins; those that were there. Errors: those of the store. */
export async function revokeSignIns(
  signIns: readonly ListedSignIn[],
  revoke: RevokeSignIn,
  { by, at }: { readonly by: string; readonly at: number },
): Promise<ListedSignIn[]> {
  const removed: ListedSignIn[] = [];
  for (const signIn of signIns) {
    const { caller, name, source, signed_in_at } = signIn;
    const before = JSON.stringify({ caller, signed_in_at });
    const change = { by, action: 'removed', subject: `sign-in ${name} at ${source}`, before, after: null } as const;
    if (await revoke({ caller, source }, change, at)) removed.push(signIn);
  }
  return removed;
}

export interface Resealed {
  readonly resealed: number;
  /** Those that the newest key had sealed already. */
  readonly newest: number;
  /** Those that no key of the settings opens. */
  readonly unopened: readonly ListedSignIn[];
}

/** Seals every sign-in with the first key. Errors: those of the rows; `database_busy` for a sign-in that a process renews without end. */
export async function resealSignIns(
  rows: Pick<SignInRows, 'list' | 'read' | 'claim' | 'replace'>,
  ring: KeyRing,
  keys: readonly Pick<SignInKey, 'id'>[],
): Promise<Resealed> {
  let [resealed, newest] = [0, 0];
  const unopened: ListedSignIn[] = [];
  for (const row of await rows.list()) {
    const became = await resealOne(rows, ring, row);
    if (became === 'resealed') resealed += 1;
    else if (became === 'newest') newest += 1;
    else if (became === 'unopened') unopened.push(listed(row, keys));
  }
  return { resealed, newest, unopened };
}

async function resealOne(
  rows: Pick<SignInRows, 'read' | 'claim' | 'replace'>,
  ring: KeyRing,
  place: SignInPlace,
): Promise<'resealed' | 'newest' | 'unopened' | 'gone'> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const row = await rows.read(place);
    if (!row) return 'gone';
    const opened = ring.open(row.sealed, aboutRow(row));
    if (!opened) return 'unopened';
    if (!opened.isOld) return 'newest';
    // A process that renews it has claimed the version: what it gets must not be lost.
    const isMine = await rows.claim(place, row.version, claimMs);
    if (isMine && (await rows.replace(place, row.version, ring.seal(opened.text, aboutRow(row))))) return 'resealed';
    await setTimeout(lookMs);
  }
  throw new PegboardError(
    'database_busy',
    `The sign-in at ${place.source} is busy: another process keeps renewing it.`,
    {
      hint: 'Run the command again.',
    },
  );
}

function listed(row: SignInRow, keys: readonly Pick<SignInKey, 'id'>[]): ListedSignIn {
  const { caller, name, source, signed_in_at, last_used_at } = row;
  const key = keyIdOf(row.sealed);
  const at = keys.findIndex(({ id }) => id === key);
  return {
    caller,
    name,
    source,
    signed_in_at,
    last_used_at,
    key,
    key_is: at === 0 ? 'newest' : at > 0 ? 'older' : 'missing',
  };
}
