import type { PegboardError } from '#shared/errors.ts';
import { strings } from '../../strings/simulator.ts';
import type { Told } from './played-run.ts';

/** What is played. */
export interface Played {
  readonly workspace: string;
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** In place of the scenario's own; null leaves that. */
  readonly profile: string | null;
  /** Asks where a run pauses and the scenario does not say how to go on. */
  readonly interactive: boolean;
  /** A live model plays in place of the scripts. */
  readonly live: boolean;
}

/** Which profile was played, in words. */
export function profileOfRun({ profile }: Pick<Played, 'profile'>): string {
  return profile ?? strings.run.asSetInScenario;
}

export interface Run extends Told {
  readonly id: string;
  readonly played: Played;
  readonly status: 'running' | 'done' | 'failed' | 'cancelled';
  readonly error: PegboardError | null;
}
