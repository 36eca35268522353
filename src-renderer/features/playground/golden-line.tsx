import { IconStarFilled } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { useGoldenActs } from '../evaluate/use-golden-acts.ts';
import { useGoldenAction } from './golden-action.ts';
import { isRight, useGoldenOf } from './golden-of.ts';
import styles from './playground.module.css';

/** Where the present query is a golden one: what is right, and where it came. Also what Alt+G does to the selected result. */
export function GoldenLine({ response, selected }: { response: SearchResponse; selected: number }) {
  const golden = useGoldenOf(response);
  const acts = useGoldenActs();
  const { query, search_type: searchType, tools } = response.output;
  const tool = tools[selected]?.name;
  const isMarked = tool !== undefined && isRight(golden, tool);

  useEffect(() => {
    if (tool === undefined || searchType !== 'fts') return;
    const asked = golden?.query ?? query;
    useGoldenAction.setState({ toggle: () => void (isMarked ? acts.unmark(asked, tool) : acts.mark(asked, tool)) });
    return () => useGoldenAction.setState({ toggle: null });
  }, [tool, searchType, golden, query, isMarked, acts]);

  if (!golden) return null;
  return (
    <div className={styles.golden} data-testid="golden-line">
      <IconStarFilled size={14} role="img" aria-label="A golden query" />
      {golden.relevant.flat().map((name) => {
        const at = tools.findIndex((each) => each.name === name);
        return (
          <span key={name}>
            <ToolName name={name} /> <span className="dim">{at < 0 ? 'not among these' : `rank ${at + 1}`}</span>
          </span>
        );
      })}
    </div>
  );
}
