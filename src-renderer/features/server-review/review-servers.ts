import { choiceHolds, defaultChoice, type ServerReadiness, serverReadiness } from '#shared/domain/server-readiness.ts';
import type {
  ReviewedServer,
  ReviewOrigin,
  ReviewVariable,
  ServerReview,
  ValueChoice,
} from '#shared/domain/server-review.ts';
import { freeSourceName } from '#shared/domain/source-name.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/server-review.ts';

/** One configuration under review: what the core read, and how people call it. */
export interface ReviewPart {
  readonly key: string;
  /** Such as `.mcp.json`, "the pasted text" or "this computer". */
  readonly title: string;
  readonly origin: ReviewOrigin;
  /** Only the servers of this configuration file are shown; null: all of them. */
  readonly onlyConfig: string | null;
  readonly review: ServerReview;
}

/** A server as the sheet lists it: `key` identifies it among all parts, `variables` are keys of variables. */
export interface SheetServer extends ReviewedServer {
  readonly key: string;
  readonly part: string;
}

/** A variable as the sheet lists it: `key` identifies it among all parts, `used_by` are keys of servers. */
export interface SheetVariable extends ReviewVariable {
  readonly key: string;
  readonly part: string;
  /** The title of its part. */
  readonly file: string;
}

/** Where a value comes from. `file-kept`: from the configuration, and it is kept for this workspace. */
export type ValueSource = ValueChoice['from'] | 'file-kept';

/** What the user decided about one variable. A typed value stays while another place is tried. */
export interface DraftChoice {
  readonly from: ValueSource;
  readonly value: string;
  /** Whether a typed value is kept for this workspace. */
  readonly keep: boolean;
}

/** Choices by key of the variable. A variable without an entry has its preset. */
export type DraftChoices = Readonly<Record<string, DraftChoice>>;

const keyIn = (part: string, id: string): string => `${part}/${id}`;

/** The servers of all parts in their order. Names of sources are unique over all of them. */
export function sheetServers(parts: readonly ReviewPart[]): SheetServer[] {
  const taken = new Set<string>();
  return parts.flatMap(({ key: part, onlyConfig, review }) =>
    review.servers
      .filter(({ config_path }) => onlyConfig === null || config_path === onlyConfig)
      .map((server) => {
        const source = server.same_as ?? freeSourceName(server.source, taken);
        taken.add(source);
        const variables = server.variables.map((name) => keyIn(part, name));
        return { ...server, source, variables, part, key: keyIn(part, server.id) };
      }),
  );
}

/** The variables that those servers need, those with the most servers first. */
export function sheetVariables(parts: readonly ReviewPart[], servers: readonly SheetServer[]): SheetVariable[] {
  const shown = new Set(servers.map(({ key }) => key));
  return parts
    .flatMap(({ key: part, title: file, review }) =>
      review.variables.map((variable) => {
        const usedBy = variable.used_by.map((id) => keyIn(part, id)).filter((key) => shown.has(key));
        return { ...variable, used_by: usedBy, part, file, key: keyIn(part, variable.name) };
      }),
    )
    .filter(({ used_by }) => used_by.length > 0)
    .toSorted((left, right) => right.used_by.length - left.used_by.length);
}

/** Whether a server is chosen before the user touches anything. */
export function startsTicked({ disabled, same_as, repeats, obstacles }: ReviewedServer): boolean {
  return !disabled && same_as === null && repeats === null && obstacles.length === 0;
}

/** The places that can supply a variable now, the best one first. */
export function offeredSources({ available, can_omit }: ReviewVariable): readonly ValueSource[] {
  const places = available.flatMap((place) => (place === 'file' ? (['file', 'file-kept'] as const) : [place]));
  return [...places, 'typed', ...(can_omit ? (['omit'] as const) : [])];
}

export function choiceOf(variable: SheetVariable, choices: DraftChoices): DraftChoice {
  return choices[variable.key] ?? { from: defaultChoice(variable)?.from ?? 'typed', value: '', keep: false };
}

/** Whether the choice supplies a value, or says that none is needed. */
export function isSettled(variable: SheetVariable, choices: DraftChoices): boolean {
  return choiceHolds(variable, choiceAsValue(choiceOf(variable, choices)));
}

/** The places that at least one of the variables offers, for setting all at once. */
export function commonSources(variables: readonly SheetVariable[]): readonly ValueSource[] {
  const offered = new Set(variables.flatMap(offeredSources));
  return (['kept', 'file', 'file-kept', 'environment', 'typed', 'omit'] as const).filter((from) => offered.has(from));
}

/** Takes every variable that has it from one place; the others stay as they are. */
export function setAll(variables: readonly SheetVariable[], choices: DraftChoices, from: ValueSource): DraftChoices {
  const changed = variables
    .filter((variable) => offeredSources(variable).includes(from))
    .map((variable) => [variable.key, { ...choiceOf(variable, choices), from }] as const);
  return { ...choices, ...Object.fromEntries(changed) };
}

/** Whether a server can be started with what is chosen; `missing` has names of variables, for people. */
export function readinessOf(
  server: SheetServer,
  { variables, choices }: { readonly variables: readonly SheetVariable[]; readonly choices: DraftChoices },
): ServerReadiness {
  const used = variables.filter(({ key }) => server.variables.includes(key));
  const values = Object.fromEntries(used.map((one) => [one.key, choiceAsValue(choiceOf(one, choices))]));
  // Two configurations may need different values of one name, so that the key stands for the name.
  const readiness = serverReadiness(server, { variables: used.map((one) => ({ ...one, name: one.key })), values });
  const names = used.filter(({ key }) => readiness.missing.includes(key)).map(({ name }) => name);
  return { ...readiness, missing: names };
}

/** The choices as the core takes them, for the variables of one part. */
export function valuesOf(
  part: string,
  variables: readonly SheetVariable[],
  choices: DraftChoices,
): Record<string, ValueChoice> {
  const own = variables.filter((variable) => variable.part === part && isSettled(variable, choices));
  return Object.fromEntries(own.map((variable) => [variable.name, choiceAsValue(choiceOf(variable, choices))]));
}

function choiceAsValue({ from, value, keep }: DraftChoice): ValueChoice {
  if (from === 'typed') return { from, value, keep };
  if (from === 'file' || from === 'file-kept') return { from: 'file', keep: from === 'file-kept' };
  return { from };
}

/** `Start 15 servers`, or `Start 12 of 15 servers` where some of the chosen ones cannot run. */
export function startWords(chosen: number, runnable: number): string {
  if (chosen === 0) return strings.reviewServers.startServers;
  if (runnable === chosen) return strings.reviewServers.startServers2(chosen);
  return strings.reviewServers.startOfServers(formatCount(runnable), chosen);
}

/** `6 variables, used by 15 servers`. */
export function variablesWords(variables: readonly SheetVariable[]): string {
  const users = new Set(variables.flatMap(({ used_by }) => used_by)).size;
  return strings.reviewServers.variablesUsedServers(variables.length, users);
}
