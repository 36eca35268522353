import type { FormEvent, ReactNode } from 'react';
import { connectionKind, describeConnection, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { sourceNameSchema } from '#shared/domain/source.ts';
import { strings } from '../strings/state.ts';
import { commandWords } from './command-words.ts';

/** A variable or a header as it is typed. An empty value of a variable: the environment of Pegboard has it. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** A source as it is typed, for either way to reach it. */
export interface ConnectionDraft {
  readonly name: string;
  readonly commandLine: string;
  readonly cwd: string;
  readonly variables: readonly NamedValue[];
  readonly url: string;
  readonly headers: readonly NamedValue[];
}

export const emptyDraft: ConnectionDraft = {
  name: '',
  commandLine: '',
  cwd: '',
  variables: [],
  url: '',
  headers: [],
};

/** What is wrong with a draft, by field; empty when nothing is. */
export type DraftProblems = Partial<Record<'name' | 'commandLine' | 'variables' | 'url' | 'headers', string>>;

/** The properties of both forms. `children`: what follows the connection, and the buttons. */
export interface ConnectionFormProps {
  readonly draft: ConnectionDraft;
  readonly problems: DraftProblems;
  change(draft: Partial<ConnectionDraft>): void;
  onSubmit(event: FormEvent): void;
  readonly children: ReactNode;
}

export type DraftedConnection =
  | { readonly kind: 'connection'; readonly connection: McpConnection; readonly name: string | null }
  | { readonly kind: 'problems'; readonly problems: DraftProblems };

/** The connection that a draft describes by its command, with the names of the sources that are there. */
export function commandDrafted(draft: ConnectionDraft, taken: readonly string[]): DraftedConnection {
  const cut = commandWords(draft.commandLine);
  const rows = draft.variables.filter(({ name, value }) => name !== '' || value !== '');
  const badName = rows.find(({ name }) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  const problems: DraftProblems = {
    ...nameProblem(draft.name, taken),
    ...(cut.kind === 'problem' ? { commandLine: cut.message } : {}),
    ...(cut.kind === 'words' && cut.words.length === 0
      ? { commandLine: strings.connectionDraft.typeCommandStartsServer }
      : {}),
    ...(badName ? { variables: strings.connectionDraft.isNotValidVariable(badName.name) } : {}),
  };
  if (cut.kind === 'problem' || Object.keys(problems).length > 0) return { kind: 'problems', problems };
  const [command = '', ...args] = cut.words;
  const typed = rows.map(({ name, value }) => [name, value === '' ? `\${env:${name}}` : value] as const);
  const env = { ...cut.env, ...Object.fromEntries(typed) };
  const cwd = draft.cwd.trim();
  return {
    kind: 'connection',
    name: draft.name.trim() || null,
    connection: {
      command,
      ...(args.length > 0 ? { args } : {}),
      ...(Object.keys(env).length > 0 ? { env } : {}),
      ...(cwd === '' ? {} : { cwd }),
    },
  };
}

/** The connection that a draft describes by its address. */
export function addressDrafted(draft: ConnectionDraft, taken: readonly string[]): DraftedConnection {
  const url = draft.url.trim();
  const rows = draft.headers.filter(({ name, value }) => name !== '' || value !== '');
  const badName = rows.find(({ name }) => !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name));
  const empty = rows.find(({ value }) => value.trim() === '');
  const problems: DraftProblems = {
    ...nameProblem(draft.name, taken),
    ...(url === '' ? { url: strings.connectionDraft.typeAddressServer } : {}),
    ...(url !== '' && !(URL.canParse(url) && /^https?:/i.test(url))
      ? { url: strings.connectionDraft.addressMustStart }
      : {}),
    ...(empty ? { headers: strings.connectionDraft.hasNoValue(empty.name || strings.connectionDraft.aHeader) } : {}),
    ...(badName ? { headers: strings.connectionDraft.isNotValidHeader(badName.name) } : {}),
  };
  if (Object.keys(problems).length > 0) return { kind: 'problems', problems };
  const headers = Object.fromEntries(rows.map(({ name, value }) => [name, value.trim()]));
  return {
    kind: 'connection',
    name: draft.name.trim() || null,
    connection: { url, ...(rows.length > 0 ? { headers } : {}) },
  };
}

/** A connection as somebody would have typed it. */
export function draftOf(connection: McpConnection, name: string | null): ConnectionDraft {
  const known = connectionKind(connection);
  const common = { ...emptyDraft, name: name ?? '' };
  if (known.kind === 'http') return { ...common, url: known.url, headers: rowsOf(known.headers) };
  const variables = rowsOf(known.env).map((row) => (row.value === `\${env:${row.name}}` ? { ...row, value: '' } : row));
  return { ...common, commandLine: describeConnection(connection), cwd: known.cwd ?? '', variables };
}

function rowsOf(map: Readonly<Record<string, string>>): NamedValue[] {
  return Object.entries(map).map(([name, value]) => ({ name, value }));
}

function nameProblem(name: string, taken: readonly string[]): Pick<DraftProblems, 'name'> {
  if (name.trim() === '') return {};
  const parsed = sourceNameSchema.safeParse(name.trim());
  if (!parsed.success) return { name: parsed.error.issues[0]?.message ?? strings.connectionDraft.notValidName };
  return taken.includes(parsed.data) ? { name: strings.connectionDraft.sourceWithThisName } : {};
}
