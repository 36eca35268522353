import type { CallOptions, ContractServices } from '#shared/contract/from-contract.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { CatalogComparison } from '#shared/domain/tool-comparison.ts';
import type { EvaluationService } from './evaluation/evaluation-service.ts';
import type { Gateway, ServeOptions } from './gateway/gateway.ts';
import type { ModelsService } from './hybrid/models/models-service.ts';
import type { AppliedChange, ChangesToApply } from './optimize/applied-changes.ts';
import type { UseService } from './use/use-service.ts';

/** What the hosts and the RPC layer call: the contract, answered. Nothing in here knows of Electron, HTTP or a terminal. */
export interface Services extends Omit<ContractServices, 'desktop'> {
  /** The command line also checks a workspace in CI: every finding about definitions, and the tools beside those of a version in git. */
  readonly catalog: ContractServices['catalog'] & {
    findings(call?: CallOptions): Promise<readonly Finding[]>;
    /** With null as version: the tools as they are, beside none. Errors: `git_refused`, those of loading the version. */
    compareWith(asked: { version: string | null }, call?: CallOptions): Promise<CatalogComparison>;
  };
  /** The command line also measures queries and tools that are in no workspace. */
  readonly evaluation: ContractServices['evaluation'] & Pick<EvaluationService, 'golden' | 'evaluate'>;
  /** The command line lists models, asks the one that the workspace names, and makes its vectors. */
  readonly models: ModelsService;
  /** The command line applies proposals by one call, and takes the last one back in a later process. */
  readonly optimize: ContractServices['optimize'] & {
    apply(label: string, made: ChangesToApply): Promise<void>;
    takeBack(): Promise<AppliedChange>;
  };
  /** The command line also reads logs that it was told to read, once. */
  readonly use: ContractServices['use'] & Pick<UseService, 'readThese'>;
  /** Does work for a caller that shows the workspace in a folder. Writes of it fail with `workspace_changed` while another is open. */
  forWorkspace<Result>(root: string, work: () => Result): Result;
  /** Serves the open workspace to MCP hosts. Error: `workspace_not_found`. */
  serveBoard(options: ServeOptions): Promise<Gateway>;
  close(): Promise<void>;
}
