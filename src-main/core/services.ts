import type { ContractServices } from '#shared/contract/from-contract.ts';
import type { EvaluationService } from './evaluation/evaluation-service.ts';
import type { Gateway, ServeOptions } from './gateway/gateway.ts';

/** What the hosts and the RPC layer call: the contract, answered. Nothing in here knows of Electron, HTTP or a terminal. */
export interface Services extends Omit<ContractServices, 'desktop'> {
  /** The command line also measures queries and tools that are in no workspace. */
  readonly evaluation: ContractServices['evaluation'] & Pick<EvaluationService, 'golden' | 'evaluate'>;
  /** Does work for a caller that shows the workspace in a folder. Writes of it fail with `workspace_changed` while another is open. */
  forWorkspace<Result>(root: string, work: () => Result): Result;
  /** Serves the open workspace to MCP hosts. Error: `workspace_not_found`. */
  serveBoard(options: ServeOptions): Promise<Gateway>;
  close(): Promise<void>;
}
