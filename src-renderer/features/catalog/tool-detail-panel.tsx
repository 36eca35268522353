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
          Choose a tool: here stand its description and arguments with what each costs, why it is on the board or in a
          drawer, and what is wrong with it. In the table ↑ and ↓ move, Shift chooses a range, Ctrl moves past, Space
          adds one or takes it away, Enter comes here and Escape goes back.
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
