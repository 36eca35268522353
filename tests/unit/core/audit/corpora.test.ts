import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { auditTools } from '#core/audit/audit-tool.ts';
import { parseCapturedTools } from '#core/catalog/captured-tools.ts';
import { asInput, auditCorpus, type CorpusRound, corpusRounds, tableOf } from './corpora.ts';

/** The least recall and the most false positives of each part. */
const gates = { recall: 0.9, falsePositives: 0.05 };

describe.each<CorpusRound>(['dev', 'held-out', 'later'])('the %s part of the corpora', (half) => {
  const malicious = auditCorpus('malicious', half);
  const harmless = auditCorpus('harmless', half);
  const found = malicious.filter(({ audited }) => audited.verdict !== 'clean');
  const wrong = harmless.filter(({ audited }) => audited.verdict !== 'clean');

  it('is large enough to say something', () => {
    const isLater = half === 'later';
    expect(malicious.length).toBeGreaterThanOrEqual(isLater ? 36 : 100);
    expect(harmless.length).toBeGreaterThanOrEqual(isLater ? 30 : 150);
    if (!isLater) expect(new Set(malicious.map((row) => row.class)).size).toBeGreaterThanOrEqual(18);
  });

  it('has at least 90 % of its malicious definitions found, by class', () => {
    expect(found.length / malicious.length, tableOf(malicious)).toBeGreaterThanOrEqual(gates.recall);
  });

  it('has at most 5 % of its harmless definitions reported, by class', () => {
    expect(wrong.length / harmless.length, tableOf(harmless)).toBeLessThanOrEqual(gates.falsePositives);
  });
});

describe('the rounds, whose definitions were written to be hard', () => {
  const rounds = corpusRounds.filter((round) => round.startsWith('round-'));
  const malicious = rounds.flatMap((round) => auditCorpus('malicious', round));
  const harmless = rounds.flatMap((round) => auditCorpus('harmless', round));
  const reported = (rows: typeof malicious) => rows.filter(({ audited }) => audited.verdict !== 'clean').length;

  it('have more found than the rules alone found at first sight, which was 28 %', () => {
    expect(malicious.length).toBeGreaterThanOrEqual(250);
    expect(reported(malicious) / malicious.length, tableOf(malicious)).toBeGreaterThanOrEqual(0.6);
  });

  it('have at most 4 % of their harmless definitions reported, most of which are twins of attacks', () => {
    expect(harmless.length).toBeGreaterThanOrEqual(250);
    expect(reported(harmless) / harmless.length, tableOf(harmless)).toBeLessThanOrEqual(0.04);
  });
});

describe('the tools that Pegboard ships', () => {
  it.each(['github', 'shop', 'slack', 'tasks'])('are clean: %s.json of the demo', (file) => {
    const path = new URL(`../../../../src-main/core/workspace/demo/${file}.json`, import.meta.url);
    const [captured] = parseCapturedTools(readFileSync(path, 'utf8'), `${file}.json`);
    const tools = captured?.tools.map((tool) => asInput({ description: '', ...tool })) ?? [];
    expect(tools.length).toBeGreaterThan(5);
    expect(auditTools(tools).tools.filter(({ verdict }) => verdict !== 'clean')).toEqual([]);
  });
});
