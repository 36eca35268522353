import { contractOf } from '#core/approval/contract.ts';
import { type LockEntry, lockText } from '#core/approval/lock-text.ts';
import type { CapturedTool } from '#core/catalog/captured-tools.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import type { TestTool } from './workspace.ts';

/** The text of a lock in which these tools of the source `test` are approved. */
export function lockOfTools(tools: readonly TestTool[], given: Partial<LockEntry> = {}): string {
  const source = sourceSchema.parse({ name: 'test', path: 'sources/test.jsonl', format: 'tools_jsonl' });
  return lockText(
    tools.map((tool) => {
      const contract = contractOf(tool as CapturedTool, source);
      return { source: 'test', tool: contract.name, contract, earlier: [], rejected: [], ...given };
    }),
  );
}
