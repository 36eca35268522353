import { Button } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { isRight, toggleGolden } from '../../platform/golden-acts.ts';
import { strings } from '../../strings/playground.ts';
import { useGoldenOf } from './golden-of.ts';

/** Adds the present query with this result to the golden queries, or takes it out again. */
export function GoldenButton({ response, tool }: { response: SearchResponse; tool: string }) {
  const isMarked = isRight(useGoldenOf(response), tool);
  if (response.output.search_type !== 'fts') return null;
  return (
    <Button
      mt={8}
      aria-pressed={isMarked}
      leftSection={isMarked ? <IconStarFilled size={14} /> : <IconStar size={14} />}
      title={strings.goldenButton.altGTestsRun}
      onClick={() => toggleGolden(response.output.query, tool)}
    >
      {strings.goldenButton.saveExpectedResult}
    </Button>
  );
}
