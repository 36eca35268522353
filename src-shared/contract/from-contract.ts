import type { AnySchema, ContractProcedure, ErrorMap, InferSchemaOutput, Meta } from '@orpc/contract';
import type { contract } from './contract.ts';

/** Every long call takes a signal; an aborted one throws PegboardError `cancelled`. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What answers a contract: a function for each procedure, which takes the input as it is after parsing. */
export type FromContract<Contract> = {
  readonly [Name in keyof Contract]: Contract[Name] extends ContractProcedure<
    infer Input extends AnySchema,
    infer Output extends AnySchema,
    ErrorMap,
    Meta
  >
    ? Call<InferSchemaOutput<Input>, InferSchemaOutput<Output>>
    : FromContract<Contract[Name]>;
};

/** A procedure without an input takes the options alone. */
type Call<Input, Output> = unknown extends Input
  ? (options?: CallOptions) => Answer<Output>
  : (input: Input, options?: CallOptions) => Answer<Output>;

type Answer<Output> = [Output] extends [AsyncIteratorObject<infer Event, unknown, void>]
  ? AsyncGenerator<Event, void>
  : Promise<Output>;

/** Everything that the contract promises, the window around a page included. */
export type ContractServices = FromContract<typeof contract>;
