import { type Finding, finding } from '#shared/domain/finding.ts';
import type { Scenario } from '#shared/domain/scenario.ts';
import type { RecordedRun, Simulation } from '#shared/domain/simulation.ts';
import { maximumScenarioBytes, readScenario, scenarioOf } from '#shared/text/read-scenario.ts';
import { compareGolden, goldenText } from './golden-trace.ts';
import { type Recording, recordedText } from './record-scenario.ts';

/** Ends of a run that a script cannot bring about. */
const unrepeatable: ReadonlySet<string> = new Set(['model_failed', 'visibility_failed', 'cancelled']);

/** Makes a scenario of a run, and runs it to check that the trace is the same. */
export class RunRecorder {
  readonly #text: string;
  readonly #scenario: Scenario;
  #recording: Recording | undefined;

  constructor(text: string, scenario: Scenario) {
    this.#text = text;
    this.#scenario = scenario;
  }

  readonly note = (recording: Recording): void => {
    this.#recording = recording;
  };

  /** The recording; a finding explains why there is none. `play` runs a scenario in the same workspace, with no model and no servers. */
  async finish(
    simulation: Simulation,
    play: (scenario: Scenario) => Promise<Simulation>,
  ): Promise<{ readonly recording: RecordedRun | null; readonly findings: readonly Finding[] }> {
    if (unrepeatable.has(simulation.reason)) {
      const why = simulation.traces.at(-1)?.problem;
      return notRecorded(`The run ended with ${simulation.reason}${why ? `: ${why}` : ''}.`, 'Run it again.');
    }
    if (!this.#recording || this.#recording.turns.length === 0) {
      return notRecorded(
        'The history ends in the middle of a turn, or already has every turn.',
        'Record from a history whose last turn is answered, and a scenario that continues after it.',
      );
    }
    const text = recordedText(this.#text, this.#scenario, this.#recording);
    if (Buffer.byteLength(text) > maximumScenarioBytes) {
      return notRecorded(
        'The replies of the model and the tools exceed 4 MiB, the limit of a scenario.',
        'Record a shorter run.',
      );
    }
    const again = await play(scenarioOf(readScenario(text, 'recording')));
    return { recording: { text, changes: compareGolden(goldenText(simulation), goldenText(again)) }, findings: [] };
  }
}

function notRecorded(why: string, hint: string): { recording: null; findings: Finding[] } {
  return {
    recording: null,
    findings: [finding('not_recorded', { message: `Not recorded. ${why}`, path: 'record', hint })],
  };
}
