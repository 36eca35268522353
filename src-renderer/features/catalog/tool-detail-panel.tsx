import { Loader } from '@mantine/core';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { DetailsFrame } from '../../ui/details-frame.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusPlace, places } from './catalog-places.ts';
import { ToolDetailView } from './tool-detail-view.tsx';
import { useToolDetail } from './use-catalog.ts';

/** The right: one tool from all sides. */
export function ToolDetailPanel({ name }: { name: string | null }) {
  return (
    <DetailsFrame
      id={places.details}
      label="Details of the tool"
      testId="tool-details"
      onEscape={() => focusPlace('table')}
    >
      {name === null ? (
        <p className="dim flush">
          Select a tool to see its description and arguments with their tokens, its problems, and why it is always
          loaded or deferred. Keys: ↑ and ↓ move, Shift selects a range, Space adds one or takes it away, Enter moves
          into the details and Escape goes back.
        </p>
      ) : (
        <LoadedDetail key={name} name={name} />
      )}
    </DetailsFrame>
  );
}

function LoadedDetail({ name }: { name: string }) {
  const { data, error } = useToolDetail(name);
  if (data) return <ToolDetailView detail={data} />;
  if (error) return <ErrorNotice error={toPegboardError(error)} />;
  if (data === null) return <p className="dim flush">This tool is gone from the catalog.</p>;
  return <Loader size="sm" aria-label="Reading the tool" />;
}
