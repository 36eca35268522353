import { answerQuestions } from '../../asked-thread.ts';
import type { LintAnswer, LintQuestion } from './catalog-lint.ts';
import { lintTool } from './lint-tool.ts';

/** Thread that looks at definitions, so that no window waits for the audit of a catalog. */
answerQuestions<LintQuestion, LintAnswer>(({ tools, budget }) => ({
  findings: tools.map((tool) => lintTool(tool, budget)),
  budget,
}));
