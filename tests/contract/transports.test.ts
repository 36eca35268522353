import { describe } from 'vitest';
import { describeTransport } from './transport-suite.ts';
import { transports } from './transports.ts';

describe('the contract', () => {
  for (const transport of transports) describeTransport(transport);
});
