import type { Evidence } from './evidence.ts';
import { toolOf } from './workspace.ts';

/** What a caller asks in a turn. */
export type Turn =
  | { readonly kind: 'search'; readonly query: string }
  | { readonly kind: 'call'; readonly upstream: number }
  /** Its own tool, one of another persona, and one that may wait for an approval. */
  | { readonly kind: 'get'; readonly own: string; readonly foreign: string; readonly desk: string }
  | { readonly kind: 'foreign'; readonly foreign: string };

/** The tools of a persona, and the figures that turns are drawn from. */
export interface TurnsOf {
  readonly personas: number;
  readonly upstreams: number;
  /** Tools of each persona. */
  readonly tools: number;
  readonly desk: number;
}

/** The turn of a caller by its number: half of them search. */
export function turnOf(caller: number, number: number, size: TurnsOf): Turn {
  const dice = (caller * 7 + number * 13) % 20;
  const [persona, tool] = [caller % size.personas, (caller + number) % size.tools];
  const foreign = toolOf((persona + 1) % size.personas, tool);
  if (dice === 0) return { kind: 'foreign', foreign };
  if (dice < 4) return { kind: 'get', own: toolOf(persona, tool), foreign, desk: deskName(number % size.desk) };
  if (dice < 13) return { kind: 'search', query: `stock and invoices of kind ${tool}` };
  return { kind: 'call', upstream: (caller + number) % size.upstreams };
}

/** Name of a tool that waits for an approval, or did. */
export const deskName = (number: number) => `desk.visit_${number}`;

/** Name and arguments of the tool that a turn calls. */
export function paramsOf(turn: Turn): { readonly name: string; readonly arguments: object } {
  switch (turn.kind) {
    case 'search':
      return { name: 'tool_search', arguments: { query: turn.query } };
    case 'get':
      return { name: 'tool_get', arguments: { names: [turn.own, turn.foreign, turn.desk] } };
    case 'call':
      return called(`up${turn.upstream}.work`);
    case 'foreign':
      return called(turn.foreign);
  }
}

const called = (name: string) => ({ name: 'tool_call_read', arguments: { name, arguments: {} } });

/** An answer, and what was known when it was asked for. */
export interface Answered {
  readonly life: string;
  readonly caller: number;
  readonly persona: number;
  readonly turn: Turn;
  readonly status: number;
  readonly body: string;
  /** Oldest version of the catalog that the life may answer with. */
  readonly oldest: number;
  /** Newest version that was written. */
  readonly latest: number;
  /** Tools whose approval was begun before the answer came, and those that this life had shown before it was asked. */
  readonly begun: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
}

/** Why a request was not served, in words for a table; null when it was. Notes what must never happen. */
export function judge(given: Answered, evidence: Evidence): string | null {
  const { turn, status, body, caller, life } = given;
  const at = `caller ${caller} at ${life}, ${turn.kind}`;
  const unnamed = (what: string) => {
    evidence.violate('every request answered, and every failure with its reason', `${at}: ${what}`);
    return `without a reason: ${turn.kind}`;
  };
  const answer = parsed(body);
  if (status !== 200 || answer.error) {
    const words = answer.error?.message ?? '';
    return words === '' || status === 500
      ? unnamed(`HTTP ${status}: ${body.slice(0, 200)}`)
      : `HTTP ${status}: ${words}`;
  }
  const text = (answer.result?.content ?? []).map((part) => part.text ?? '').join('\n');
  lookAtView(given, text, evidence, at);
  lookAtVersions(given, text, evidence, at);
  switch (turn.kind) {
    case 'search':
      return text.includes(`g${given.persona}_tool_`) ? null : unnamed(`nothing found: ${text}`);
    case 'get':
      return shownIn(text).includes(turn.own) ? null : unnamed(`${turn.own} is not there: ${text}`);
    case 'foreign':
      return text.startsWith('There is no such tool.') ? null : unnamed(text);
    case 'call': {
      if (text === `done by ${turn.upstream}`) return null;
      const isNamed = answer.result?.isError && text.startsWith(`The server "up${turn.upstream}" `);
      return isNamed ? `server behind: ${text.replace(/^The server "\w+" /, '')}` : unnamed(text);
    }
  }
}

function lookAtView({ turn, persona, begun, shown }: Answered, text: string, evidence: Evidence, at: string): void {
  // What a caller named itself may be said back to it.
  const asked = turn.kind === 'get' || turn.kind === 'foreign' ? turn.foreign : '';
  const tools = turn.kind === 'get' ? shownIn(text) : (text.match(/\bg\d+_tool_\d+|\bdesk(?:__|\.)visit_\d+/g) ?? []);
  for (const tool of tools.map(plainName)) {
    const owner = /^g(\d+)_/.exec(tool)?.[1];
    const isForeign = owner !== undefined && Number(owner) !== persona;
    if (isForeign && (tool !== asked || turn.kind === 'get'))
      evidence.violate('only the view of the own persona', `${at}: p${persona} was shown ${tool}`);
    if (tool.startsWith('desk.') && !begun.has(tool))
      evidence.violate('only the view of the own persona', `${at}: ${tool} was shown and waits for an approval`);
  }
  if (turn.kind === 'get' && shown.has(turn.desk) && !tools.map(plainName).includes(turn.desk))
    evidence.violate('no acknowledged approval or token lost', `${at}: ${turn.desk} was shown before and is gone`);
}

function lookAtVersions({ life, oldest, latest }: Answered, text: string, evidence: Evidence, at: string): void {
  const versions = [...new Set([...text.matchAll(/\(version (\d+)\)/g)].map(([, version]) => Number(version)))];
  const [version] = versions;
  if (version === undefined) return;
  const check = 'one version of the catalog in an answer, and never an older one';
  if (versions.length > 1) evidence.violate(check, `${at}: versions ${versions.join(', ')} in one answer`);
  else if (version < oldest || version > latest)
    evidence.violate(check, `${at}: version ${version}, but ${oldest} to ${latest} are possible`);
  evidence.newest.set(life, Math.max(evidence.newest.get(life) ?? 0, ...versions));
}

/** Tools that an answer of `tool_get` shows, with the names of the catalog. */
export function shownIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => plainName((JSON.parse(line) as { name: string }).name));
}

const plainName = (sent: string) => sent.replace('desk__', 'desk.');

/** The text of an answer: of JSON, or of the last event of a stream. */
export function textOfBody(body: string): string {
  return (parsed(body).result?.content ?? []).map(({ text = '' }) => text).join('\n');
}

interface Parsed {
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message?: string };
}

function parsed(body: string): Parsed {
  const text = body.startsWith('{') ? body : (/^data: (\{.*)$/m.exec(body)?.[1] ?? '{}');
  try {
    return JSON.parse(text) as Parsed;
  } catch {
    return {};
  }
}
