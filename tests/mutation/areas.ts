/** What is mutated under one name, and the unit tests that have to notice it. Both are globs from the root. */
export interface Area {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** Tables of words, and files that only a thread of the built program loads. */
  readonly but?: RegExp;
}

const permitted = 'src-main/core/planner/permitted';
const retrieval = 'src-main/core/skills/retrieval';
const planner =
  'tests/unit/core/planner/{permitted/*,activation,approval,concurrency,hidden-*,loop,one-*,planner-service,skills}.test.ts';

export const areas: Readonly<Record<string, Area>> = {
  policy: {
    sources: [
      'src-shared/domain/{tool-policy,glob,approval}.ts',
      'src-main/core/approval/*.ts',
      `${permitted}/{visibility,visible-catalog,permitted-catalog,execution-registry,tool-finder}.ts`,
    ],
    tests: ['tests/unit/shared/{tool-policy,glob}.test.ts', 'tests/unit/core/approval/*.test.ts', planner],
  },
  gate: {
    sources: [
      'src-main/core/catalog/name-gate.ts',
      'src-main/core/history/permitted-history.ts',
      'src-main/core/skills/store/visible-skills.ts',
      `${permitted}/gate-*.ts`,
      `${retrieval}/{gate-skill,tool-gate,skill-scope}.ts`,
    ],
    tests: [
      planner,
      'tests/unit/core/history/*.test.ts',
      'tests/unit/core/leaks/*.test.ts',
      'tests/unit/core/skills/{gates,hidden-*,scope,skill-tools,tool-references,skill-explanations,profiles}.test.ts',
    ],
  },
  redaction: {
    sources: ['src-main/core/secrets/*.ts', `${retrieval}/{redact,sanitise-skill}.ts`],
    tests: [
      'tests/unit/core/{*secret*,sign-in-store,shown-connection,kept-values,token-forms}.test.ts',
      'tests/unit/core/{client-configs,config-text,describe*,edit-entries,given-servers,registry-entries}.test.ts',
      'tests/unit/core/{secrets/*,server-review/*,prompt/forged-tags,skills/{redact,render-*,sanitise-*,hidden-*}}.test.ts',
    ],
  },
  text: {
    sources: ['src-shared/text/*.ts'],
    tests: [
      'tests/unit/shared/text/*.test.ts',
      'tests/unit/edit-servers.test.ts',
      'tests/unit/core/{config-edits,config-text,edit-entries,answer-text,workspace-file}.test.ts',
      'tests/unit/core/{planner/scenario*,experiments/tasks}.test.ts',
      'tests/unit/core/skills/{skill-editor,skill-fixes,formats,hostile-files,import-skills}.test.ts',
    ],
  },
  search: {
    sources: ['src-main/core/search/**/*.ts'],
    but: /thesaurus\/(nouns|verbs)|worker/,
    tests: [
      'tests/unit/core/{ranker,search,languages}/*.test.ts',
      'tests/unit/core/{tool-index,tool-search,index-rows,weak-results,why-not/edited-index}.test.ts',
    ],
  },
};
