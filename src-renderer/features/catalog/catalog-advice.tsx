import { IconBulb } from '@tabler/icons-react';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { formatCompact, formatPlural } from '../../ui/format-number.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './catalog.module.css';

/** Tools up to which a prompt can hold them all (R15.05). */
const fewTools = 20;

/** What to change about tool search as a whole: on with few tools, or off with many (R15.01, R15.05). */
export function CatalogAdvice() {
  const workspace = useWorkspace();
  if (!workspace) return null;
  const { tools, tokens, config, findings } = workspace;
  const few = findings.find(({ code }) => code === 'few_tools');
  if (few) return <Advice what={few.message} change={few.hint ?? ''} />;
  if (config.tool_search.enabled || tools < fewTools) return null;
  return (
    <Advice
      what={`Tool search is off: all ${formatPlural(tools, 'tool')} are in every prompt, ${formatCompact(tokens.all)} tokens (estimate), and no search finds anything.`}
      change="Set tool_search.enabled to true and tool_search.default_loading_mode to deferred in pegboard.yaml; the index is made by itself."
    />
  );
}

function Advice({ what, change }: { what: string; change: string }) {
  return (
    <div className={styles.advice} data-testid="catalog-advice">
      <IconBulb size={16} aria-hidden />
      <div>
        <VisibleText text={what} /> <span className="dim">{change}</span>
      </div>
    </div>
  );
}
