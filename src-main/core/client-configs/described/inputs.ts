import { decidesWhatRuns, isHostVariable } from '../../secrets/host-variables.ts';
import { isPlainDefault, variableName } from '../../secrets/variable-references.ts';
import type { VariableNote } from '../client-definition.ts';
import { isRecord } from '../read-server-map.ts';

/** What a description of a server says about a value that somebody has to give. */
export interface DescribedInput {
  readonly description?: unknown;
  readonly secret: boolean;
  /** Counts where nobody gives a value. */
  readonly fallback?: unknown;
  readonly choices?: unknown;
}

/** The variables that stand for the values of a described server. */
export class DescribedInputs {
  readonly #server: string;
  readonly #notes = new Map<string, VariableNote>();

  constructor(server: string) {
    this.#server = server;
  }

  get notes(): ReadonlyMap<string, VariableNote> {
    return this.#notes;
  }

  /** A reference to the variable for a value: `${NAME}`, with its default where that may be seen. */
  reference(name: string, { description, secret, fallback, choices }: DescribedInput): string {
    const variable = this.#variable(name);
    const told = typeof description === 'string' && description.trim() !== '' ? description.trim() : undefined;
    const texts = Array.isArray(choices) ? choices.filter((one) => typeof one === 'string').slice(0, 20) : [];
    const offered = texts.length === 0 ? told : `${told === undefined ? '' : `${told} `}(${texts.join(', ')})`;
    const known = this.#notes.get(variable);
    this.#notes.set(variable, { description: known?.description ?? offered, secret: known?.secret === true || secret });
    const value = textOf(fallback);
    const isShown = value !== null && !secret && isPlainDefault(variable, value);
    return isShown ? `\${${variable}:-${value}}` : `\${${variable}}`;
  }

  /** Variables of the computer keep their meaning: a value called `path` is another one than `PATH`. */
  #variable(name: string): string {
    const variable = /^[A-Za-z_]\w*$/.test(name) ? name : variableName(name);
    const isTaken = isHostVariable(variable) || decidesWhatRuns(variable);
    return isTaken ? `${variableName(this.#server)}_${variable.toUpperCase()}` : variable;
  }
}

/** A value as the text that a process or a header gets; null for what has none. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** A field under either of the spellings that versions of a format have. */
export function field(value: Readonly<Record<string, unknown>>, camel: string): unknown {
  const snake = camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return value[camel] ?? value[snake];
}

/** The objects of a list; none for anything else. Longer lists than any description has are cut. */
export function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.slice(0, 200).filter(isRecord) : [];
}
