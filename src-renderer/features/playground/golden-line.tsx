import { IconStarFilled } from '@tabler/icons-react';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { useGoldenOf } from './golden-of.ts';
import styles from './playground.module.css';

/** Where the present query is a golden one: what is right, and where it came. */
export function GoldenLine({ response }: { response: SearchResponse }) {
  const golden = useGoldenOf(response);
  const { tools } = response.output;

  if (!golden) return null;
  return (
    <div className={`${styles.golden} wrapping keeps`} data-testid="golden-line">
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
