/** What plays agents, as a host of the gateway. The service loads it when somebody plays: no other command needs the protocol's server. */
export { beginExperiment } from './run/begin-experiment.ts';
export { planExperiment } from './run/plan-experiment.ts';
export { runExperiment } from './run/run-experiment.ts';
export { checkSolution } from './tasks/check-solution.ts';
export { checkTask } from './tasks/check-task.ts';
