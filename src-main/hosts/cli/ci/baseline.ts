import { createHash } from 'node:crypto';
import { z } from 'zod';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { PegboardError } from '#shared/errors.ts';
import { parseJson } from '#shared/text/parse-json.ts';

const entrySchema = z.strictObject({
  fingerprint: z.string(),
  code: z.string(),
  path: z.string(),
  message: z.string(),
  /** The reason to accept it, for people; kept when the file is written again. */
  reason: z.string().optional(),
});
export type BaselineEntry = z.infer<typeof entrySchema>;

const baselineSchema = z.strictObject({
  schema: z.literal('pegboard.baseline/1'),
  accepted: z.array(entrySchema).readonly(),
});

const writeAgain = 'Write it again: pegboard ci --write-baseline';

/** The file that is read where none is named. */
export const baselineFile = 'pegboard-baseline.json';

export type FingerprintedFinding = Finding & { readonly fingerprint: string };

/**
 * Findings with what identifies each over time: code, file, subject and message without its numbers. Lines may move and lengths may
 * change. Equal findings are counted.
 */
export function withFingerprints(findings: readonly Finding[]): FingerprintedFinding[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const { code, path = '', subject = '', message } = finding;
    const key = JSON.stringify([code, path, subject, message.replace(/\d+/g, '0')]);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    const fingerprint = createHash('sha256').update(`${key}\n${count}`).digest('hex').slice(0, 24);
    return { ...finding, fingerprint };
  });
}

/** The accepted findings of a file; none where it does not exist. Errors: `invalid_json`, `invalid_input`. */
export async function readBaseline(path: string): Promise<readonly BaselineEntry[]> {
  if (!(await nodeFiles.exists(path))) return [];
  const read = baselineSchema.safeParse(parseJson(await nodeFiles.readText(path), path, { hint: writeAgain }));
  if (read.success) return read.data.accepted;
  const [issue] = read.error.issues;
  throw new PegboardError('invalid_input', `${path}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}.`, {
    hint: writeAgain,
    data: { path },
  });
}

/** A baseline that accepts these findings, in their order; reasons of the one before stay. */
export function newBaseline(
  findings: readonly FingerprintedFinding[],
  before: readonly BaselineEntry[],
): readonly BaselineEntry[] {
  const reasons = new Map(before.map(({ fingerprint, reason }) => [fingerprint, reason]));
  return findings.map(({ fingerprint, code, path = '', message }) => {
    const reason = reasons.get(fingerprint);
    return { fingerprint, code, path, message, ...(reason === undefined ? {} : { reason }) };
  });
}

export function baselineText(accepted: readonly BaselineEntry[]): string {
  return `${JSON.stringify({ schema: 'pegboard.baseline/1', accepted }, null, 2)}\n`;
}

/** What a baseline says about findings: those that it does not accept, and its entries that match none. */
export function compareWithBaseline(
  findings: readonly FingerprintedFinding[],
  baseline: readonly BaselineEntry[],
): { readonly open: readonly FingerprintedFinding[]; readonly stale: readonly BaselineEntry[] } {
  const accepted = new Set(baseline.map(({ fingerprint }) => fingerprint));
  const found = new Set(findings.map(({ fingerprint }) => fingerprint));
  return {
    open: findings.filter(({ fingerprint }) => !accepted.has(fingerprint)),
    stale: baseline.filter(({ fingerprint }) => !found.has(fingerprint)),
  };
}
