import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { discoveryTools } from '../../catalog/builtin-catalog.ts';
import type { PlannerSkills } from '../skills/planner-skills.ts';
import { gateTool } from './gate-tool.ts';
import type { PermittedCatalog } from './permitted-catalog.ts';

/**
 * What the prompt of one run lists: our own tools, the always-loaded tools by name, then what was activated in the
 * order it was, so that the beginning of the prompt stays as it is (R5.09, R5.10). Holds nothing that its view does not.
 */
export class VisibleCatalog {
  readonly #view: PermittedCatalog;
  readonly #builtins: readonly CatalogTool[];
  readonly #activated = new Set<string>();

  constructor(
    view: PermittedCatalog,
    {
      config,
      skills,
      activated,
    }: {
      readonly config: WorkspaceConfig;
      readonly skills?: Pick<PlannerSkills, 'tools'> | null | undefined;
      readonly activated: readonly string[];
    },
  ) {
    this.#view = view;
    // The examples of our own tools name tools too.
    const builtins = [...discoveryTools(view, config), ...(skills?.tools ?? [])];
    this.#builtins = builtins.map((tool) => gateTool(tool, view.gate));
    for (const name of activated) this.activate(name);
  }

  has(name: string): boolean {
    return this.#view.tools.get(name)?.mode === 'always' || this.#activated.has(name);
  }

  /** Makes a tool of the view visible; any other name is passed over (R5.20). */
  activate(name: string): void {
    if (this.#view.tools.has(name)) this.#activated.add(name);
  }

  /** Names that were activated, in their order. */
  activated(): readonly string[] {
    return [...this.#activated];
  }

  tools(): readonly CatalogTool[] {
    const { always, activated } = this.parts();
    return [...always, ...activated];
  }

  /** What every prompt of the run lists, and what was activated, in its order. */
  parts(): { readonly always: readonly CatalogTool[]; readonly activated: readonly CatalogTool[] } {
    const always = [...this.#view.tools.values()].filter(({ mode }) => mode === 'always');
    const activated = [...this.#activated].flatMap((name) => this.#view.tools.get(name) ?? []);
    return {
      always: [...this.#builtins, ...always],
      activated: activated.filter(({ mode }) => mode === 'deferred'),
    };
  }
}
