import { type Finding, finding } from '#shared/domain/finding.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { auditTexts } from '../../audit/audit-texts.ts';
import { type Neighbours, neighboursOf } from '../../audit/neighbours.ts';
import { purposeOf } from '../../audit/purpose.ts';
import { namesIn } from '../../audit/reading/tool-names.ts';
import { otherWith, shadowing } from '../../audit/shadowing.ts';

/**
 * What only the tools of other sources show about a tool: a name that passes for one of theirs, and a text that says how they are to be
 * used. Findings that the tool has without them are not here. Time is linear in the texts of the tool.
 */
export function acrossSources(tool: CatalogTool, neighbours: Neighbours): readonly Finding[] {
  const texts = auditTexts(tool).texts.filter(
    ({ role, text }) => role !== 'name' && namesOther(text, tool, neighbours),
  );
  const purpose = purposeOf(tool);
  const found = shadowing({ tool, texts, purpose, neighbours });
  if (found.length === 0) return [];
  const alone = { ...tool, source: null };
  const own = shadowing({ tool: alone, texts, purpose, neighbours: neighboursOf([alone]) });
  const known = new Set(own.map(({ place, excerpt }) => `${place} ${excerpt}`));
  return found
    .filter(({ place, excerpt }) => !known.has(`${place} ${excerpt}`))
    .map(({ code, severity, place, excerpt, why }) =>
      finding(code, {
        severity,
        message: `${why} “${excerpt}”`,
        path: place,
        hint: 'Compare both tools, and deny the one that you do not trust in the policy.',
      }),
    );
}

/** Whether a text has the name of a tool of another source. Few do, and only they are read sentence by sentence. */
function namesOther(text: string, { source }: CatalogTool, neighbours: Neighbours): boolean {
  return namesIn(text).some(({ name }) => otherWith(name, source, neighbours) !== undefined);
}

/** The tools of a catalog as neighbours of each other, kept for as long as no tool comes, goes or is renamed. */
export class CatalogNeighbours {
  #names = '';
  #neighbours: Neighbours | null = null;
  #found = new WeakMap<CatalogTool, readonly Finding[]>();

  /** What `acrossSources` finds about a tool of this catalog; nothing in a catalog with one source. */
  findings(registry: ReadonlyMap<string, CatalogTool>, tool: CatalogTool): readonly Finding[] {
    const known = this.#found.get(tool);
    if (known) return known;
    const findings = this.#neighbours ? acrossSources(tool, this.#neighbours) : [];
    if (registry.get(tool.name) === tool) this.#found.set(tool, findings);
    return findings;
  }

  /** Looks at which tools there are. Takes time linear in their names. */
  update(registry: ReadonlyMap<string, CatalogTool>): void {
    const names = [...registry.values()].map(({ source, name }) => `${source} ${name}`).join('\n');
    if (names === this.#names) return;
    this.#names = names;
    const sources = new Set([...registry.values()].map(({ source }) => source));
    this.#neighbours = sources.size > 1 ? neighboursOf([...registry.values()]) : null;
    this.#found = new WeakMap();
  }
}
