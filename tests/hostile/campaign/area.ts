/** What may be wrong with a case. */
export type FailureKind =
  | 'internal error'
  | 'too slow'
  | 'too much memory'
  | 'changed file'
  | 'secret shown'
  | 'prototype polluted'
  | 'process left behind'
  | 'file left behind'
  | 'terminal controlled'
  | 'unhandled rejection'
  | 'wrong answer';

export interface Failure {
  readonly kind: FailureKind;
  /** What was seen, in a line or a few. */
  readonly detail: string;
}

/** A file that a case needs, for whoever repeats it by hand. */
export interface CaseFile {
  readonly path: string;
  readonly bytes: Buffer;
}

export interface CaseResult {
  readonly failures: readonly Failure[];
  /** Inputs that were tried: one, but for areas whose case is a whole table. */
  readonly inputs?: number;
  /** What was tried, such as the name of a writer: the campaign counts how often each was. */
  readonly subject?: string;
  /** What to keep when it failed. */
  readonly files?: readonly CaseFile[];
  /** What was done with them, line by line. */
  readonly steps?: readonly string[];
}

/** An area of the campaign as one process runs it. */
export interface OpenArea {
  run(index: number): Promise<CaseResult>;
  close(): Promise<void>;
}

export interface AreaPlace {
  readonly seed: number;
  /** An empty folder of this process. */
  readonly folder: string;
}

/** A part of the campaign: numbered cases, each the same for the same seed. */
export interface Area {
  readonly name: string;
  /** What its cases are called in the report, such as `inputs` or `kills`. */
  readonly unit: string;
  /** How many a bounded campaign has. */
  readonly cases: number;
  /** A longer campaign goes on with new cases; a table of fixed ones has none. */
  readonly isEndless: boolean;
  /** Whether a slice of the campaign has a case; when left out, it has all cases of a table and the first quarter of an endless area. */
  isInSlice?(index: number): boolean;
  /** How many cases a process of their own runs side by side, for those that mostly wait; 1 when left out. */
  readonly lanes?: number;
  /** How many cases in a row share what was prepared for them; 1 when left out. */
  readonly together?: number;
  /** How long a case may wait without using the processor, milliseconds, when it is longer than usual: it waits for processes of its own. */
  readonly idleMs?: number;
  open(place: AreaPlace): Promise<OpenArea>;
}
