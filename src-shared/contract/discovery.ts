import { z } from 'zod';
import { discoveredConfigSchema } from '../domain/discovered-config.ts';
import { reviewOriginSchema, serverReviewSchema } from '../domain/server-review.ts';
import { procedure } from './pegboard-procedure.ts';

/** The MCP servers that other programs on this computer know. */
export const discoveryContract = {
  /**
   * The configurations of all clients, the user's and those of a folder: the given one, else that of the open workspace.
   * Starts nothing and writes nothing; no value of a variable, header or credential is in the answer.
   */
  discover: procedure
    .input(z.object({ project: z.string().min(1).optional() }))
    .output(z.array(discoveredConfigSchema).readonly()),
  /**
   * The servers of an origin with everything that the user decides on before they are added. Starts nothing and writes
   * nothing; no value is in the answer. A text without servers gives a review without servers.
   */
  review: procedure.input(z.object({ origin: reviewOriginSchema })).output(serverReviewSchema),
};
