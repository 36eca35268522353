import { useEffect } from 'react';
import type { ScenarioPath } from '#shared/domain/scenario-edit.ts';
import { PegboardError } from '#shared/errors.ts';
import { tellError } from '../../platform/undo-change.ts';
import { resultToAdd } from './add-result.ts';
import { useSimulatorActions } from './simulator-actions.ts';
import type { EditScenario } from './use-scenario-edits.ts';
import { useWantedPlace } from './wanted-place.ts';

/** Lets a step without a result add one to the scenario; the cursor goes to its value. */
export function useAddResult(edit: EditScenario, showScenario: () => void): void {
  useEffect(() => {
    useSimulatorActions.setState({
      addResult: (call) => {
        let place: ScenarioPath | null = null;
        const refused = edit((text) => {
          const added = resultToAdd(text, call);
          place = added?.value ?? null;
          return added && [added.change];
        });
        if (refused !== null) {
          tellError(new PegboardError('scenario_invalid', refused), 'No result was added');
          return;
        }
        showScenario();
        useWantedPlace.setState({ path: place });
      },
    });
    return () => useSimulatorActions.setState({ addResult: null });
  }, [edit, showScenario]);
}
