import { Button } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { useGoldenAction } from './golden-action.ts';
import { isRight, useGoldenOf } from './golden-of.ts';

/** Adds the present query with this result to the golden queries, or takes it out again. */
export function GoldenButton({ response, tool }: { response: SearchResponse; tool: string }) {
  const toggle = useGoldenAction((state) => state.toggle);
  const isMarked = isRight(useGoldenOf(response), tool);
  if (toggle === null) return null;
  return (
    <Button
      mt={8}
      aria-pressed={isMarked}
      leftSection={isMarked ? <IconStarFilled size={14} /> : <IconStar size={14} />}
      title="Alt G. Golden queries are measured on the Evaluate screen."
      onClick={toggle}
    >
      This is the right one
    </Button>
  );
}
