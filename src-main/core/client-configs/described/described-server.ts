import type { JSONPath } from 'jsonc-parser';
import type { VariableNote } from '../client-definition.ts';

/** One way to reach a server that a file describes, in the words of a configuration entry. */
export interface DescribedWay {
  readonly name: string;
  /** Where it stands in the file. */
  readonly path: JSONPath;
  readonly entry:
    | { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
    | { readonly url: string; readonly type: string | undefined; readonly headers: Readonly<Record<string, string>> };
}

/** What the reader of a form cannot carry over, and where it stands. */
export interface DescribedLoss {
  readonly path: JSONPath;
  readonly message: string;
  readonly severity: 'info' | 'warning';
}

/** A server as a file describes it for people who install it. The first of its ways is the one that is meant. */
export interface DescribedServer {
  readonly ways: readonly DescribedWay[];
  readonly losses: readonly DescribedLoss[];
  readonly notes: ReadonlyMap<string, VariableNote>;
}
