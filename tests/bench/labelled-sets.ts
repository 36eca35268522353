import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EvalQuery, readEvalSet } from '#core/evaluation/read-eval-set.ts';
import { readEvalTools } from '#core/evaluation/run-evaluation.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

const folder = join(import.meta.dirname, '../../../shared/data/benchmarks');

/** Queries that people labelled with the right tools of a catalog. */
export interface LabelledSet {
  readonly name: string;
  readonly tools: readonly CatalogTool[];
  readonly queries: readonly EvalQuery[];
}

/** The labelled sets of `../shared/data`; none where it is absent. */
export function readLabelledSets(): LabelledSet[] {
  if (!existsSync(folder)) return [];
  return ['metatool_single', 'bfcl_live', 'stabletoolbench'].map((name) => {
    const read = (file: string) => readFileSync(join(folder, name, file), 'utf8');
    return {
      name,
      tools: readEvalTools(read('tools.jsonl'), `${name}/tools.jsonl`),
      queries: readEvalSet(read('queries.jsonl'), `${name}/queries.jsonl`),
    };
  });
}

/** Every so many-th query, so that at most `most` are left. */
export function sampled(set: LabelledSet, most: number): LabelledSet {
  const step = Math.ceil(set.queries.length / most);
  return { ...set, queries: set.queries.filter((_, i) => i % step === 0) };
}
