import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CapturedSource, parseCapturedTools } from '#core/catalog/captured-tools.ts';
import { normaliseTool } from '#core/catalog/normalise-tool.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import { isPegboardError } from '#shared/errors.ts';
import { SeededRandom } from '../../integration/reference/seeded-random.ts';
import { casesOf } from '../../support/depth.ts';
import { type ExporterList, exporterLists, exporters } from '../../support/exporter-lists.ts';
import { mutateText, mutateValue } from '../../support/mutate-text.ts';

const source = sourceSchema.parse({ name: 's', path: 's.jsonl', format: 'tools_jsonl' });
const perExporter = 50;
const lists = exporterLists(14, perExporter);

function readAll(text: string, file: string): CapturedSource[] | null {
  try {
    return parseCapturedTools(text, file);
  } catch (error) {
    if (isPegboardError(error)) return null;
    throw new Error(`${file} crashed the reader: ${text.slice(0, 300)}`, { cause: error });
  }
}

/** Every tool that was read works as a tool of the catalog. */
function normalised(sources: readonly CapturedSource[]) {
  return sources.flatMap(({ tools }) => tools.map((tool) => normaliseTool(tool, source)));
}

describe('lists of exporters', () => {
  it(`reads ${perExporter} lists of each of ${exporters.length} exporters exactly`, () => {
    expect(lists.length).toBeGreaterThanOrEqual(500);
    for (const list of lists) expect(seen(list)).toEqual(wanted(list));
  });

  it('neither crashes on a changed list nor loses a tool without a word', () => {
    let refused = 0;
    for (const { text, file } of exporterLists(14, casesOf(perExporter))) {
      // By its own seed: the first lists of each exporter are changed alike, however many there are.
      const random = new SeededRandom(text.length);
      for (let i = 0; i < 2; i++) if (readAll(mutateText(text, random), file) === null) refused += 1;
      const value = jsonOf(text);
      if (value === undefined) continue;
      for (let i = 0; i < 2; i++) {
        const changed = JSON.stringify(mutateValue(value, random));
        const sources = readAll(changed, file);
        if (sources === null) refused += 1;
        else checkComplete(changed, sources);
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  const catalogs = resolve(import.meta.dirname, '../../../../shared/data/catalogs');
  const there = existsSync(catalogs);
  it.runIf(there)(
    `reads real catalogs that were changed${there ? '' : ' (not run: ../shared/data is not here)'}`,
    () => {
      const random = new SeededRandom(2);
      const files = readdirSync(catalogs, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.json'),
      );
      expect(files.length).toBeGreaterThan(20);
      for (const name of files) {
        const text = readFileSync(join(catalogs, name), 'utf8');
        const value: unknown = JSON.parse(text);
        for (let i = 0; i < 2; i++) {
          readAll(mutateText(text, random), name);
          const changed = JSON.stringify(mutateValue(value, random));
          const sources = readAll(changed, name);
          if (sources) checkComplete(changed, sources);
        }
      }
    },
  );
});

function seen({ text, file }: ExporterList) {
  const sources = parseCapturedTools(text, file);
  const tools = normalised(sources).map((tool) => ({
    name: tool.upstream_name,
    description: tool.description,
    schema: tool.input_schema,
  }));
  const findings = [...new Set(sources.flatMap((one) => one.findings.map(({ code }) => code)))].sort();
  return { file, text, sources: sources.length, tools, findings };
}

function wanted({ text, file, tools, findings }: ExporterList) {
  return { file, text, sources: 1, tools, findings: [...findings].sort() };
}

/** Every tool of a plain list is imported or reported. */
function checkComplete(text: string, sources: readonly CapturedSource[]): void {
  const tools = normalised(sources);
  const value = jsonOf(text);
  const listed = typeof value === 'object' && value !== null ? Reflect.get(value, 'tools') : undefined;
  if (!Array.isArray(listed) || text.includes('unctionDeclarations') || text.includes('function_declarations')) return;
  const provided = sources.flatMap(({ findings }) => findings.filter(({ code }) => code === 'provider_tool_skipped'));
  const skipped = provided.flatMap(({ message }) => message.split(', ')).length - provided.length;
  const told = sources.reduce((sum, { leftOut }) => sum + leftOut.length, 0);
  const missing = listed.length - tools.length - told;
  if (missing !== 0 && (missing < 0 || skipped === 0)) throw new Error(`${missing} tools are gone: ${text}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
