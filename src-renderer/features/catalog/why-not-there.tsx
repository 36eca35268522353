import { useSourceList } from '../../platform/source-watch.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useToolDetail } from './use-catalog.ts';

/**
 * Why the table has no tool of a name that somebody wrote out: policy, facets, or a source that is off (R15.02). Nothing
 * where the name means nothing.
 */
export function WhyNotThere({ name }: { name: string }) {
  const { data } = useToolDetail(name);
  const source = useSourceList().find((each) => !each.enabled && name.startsWith(`${each.name}.`));
  const reason = data
    ? data.denied_by === null
      ? 'is in the catalog; the chosen facets leave it out.'
      : `is kept out by the workspace’s policy (${data.denied_by}): no prompt has it and no search finds it. Change policy in pegboard.yaml to let it run.`
    : source && `may be one of source ${source.name}, which is disabled: its tools are out of the catalog.`;
  if (!reason) return null;
  return (
    <p data-testid="why-not-there">
      <strong className="mono">
        <VisibleText text={name} lines={false} />
      </strong>{' '}
      {reason}
    </p>
  );
}
