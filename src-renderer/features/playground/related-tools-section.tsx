import type { RelatedTools } from '#shared/domain/search-result.ts';
import { strings } from '../../strings/playground.ts';
import { cutText } from '../../ui/cut-text.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

/** The tools that a result says go with it, each with whether it is there for this caller (R17.33). */
export function RelatedToolsSection({ related }: { related: RelatedTools['related'] }) {
  return (
    <div className="section" data-testid="related-tools">
      <h3 className="heading">{strings.relatedToolsSection.relatedTools}</h3>
      <ul className="plain-list">
        {related.map(({ name, state }) => (
          <li key={name}>
            <VisibleText as="span" className="mono" text={cutText(name, 200)} lines={false} />
            {state === 'hidden' && <span className="dim"> · {strings.relatedToolsSection.thisPersona}</span>}
            {state === 'unknown' && <span className="is-warning"> ! {strings.relatedToolsSection.noToolHasName}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
