import type { CatalogTool } from '#shared/domain/tool.ts';
import { fieldTexts } from '../../search/ranker/tool-texts.ts';
import type { CosineScale } from '../../search/understanding/model-answer.ts';

/** Most tools that are asked for; the medians of more are the same. */
const mostProbes = 64;

/** A text that somebody may ask with, taken from a tool itself, and the place of the tool. */
export interface Probe {
  readonly tool: number;
  readonly text: string;
}

/**
 * What is asked to find out where a model's cosines lie in a catalog: for each tool, or for 64 that are spread evenly, its first
 * phrase, else the first sentence of its description, else its name. So it needs no labelled query.
 */
export function probesOf(tools: readonly CatalogTool[]): Probe[] {
  const step = Math.max(1, tools.length / mostProbes);
  const places = Array.from({ length: Math.min(tools.length, mostProbes) }, (_, i) => Math.floor(i * step));
  return places.flatMap((tool) => {
    const text = probeText(tools[tool] as CatalogTool);
    return text === '' ? [] : [{ tool, text }];
  });
}

function probeText(tool: CatalogTool): string {
  const { phrases, first_sentence } = fieldTexts(tool);
  const [text = tool.name] = [...phrases, ...first_sentence].filter((one) => one.trim() !== '');
  return text.trim();
}

/**
 * The medians of the cosines between probes and their own tools, and between probes and all other tools. Null where a catalog
 * has no two tools to compare. `cosinesOf` gives the cosines of a probe, by its index, with every tool; NaN where there is none.
 */
export function measureScale(
  probes: readonly Probe[],
  cosinesOf: (probe: number) => ArrayLike<number>,
): CosineScale | null {
  const [own, others]: [number[], number[]] = [[], []];
  for (const [i, { tool }] of probes.entries()) {
    const cosines = cosinesOf(i);
    for (let place = 0; place < cosines.length; place++) {
      const cosine = cosines[place] as number;
      if (Number.isNaN(cosine)) continue;
      if (place === tool) own.push(cosine);
      else others.push(cosine);
    }
  }
  const [match, background] = [median(own), median(others)];
  return match === null || background === null ? null : { background, match };
}

function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  return sorted.length === 0 ? null : (sorted[sorted.length >> 1] as number);
}
