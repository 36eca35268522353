import { NumberInput, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SkillPreview } from '#shared/domain/skill-editor.ts';
import { useActivePersona, useGonePersona, useSetPersona } from '../../platform/active-persona.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/packs.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { fill } from '../../ui/fill.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './packs.module.css';
import { packsPlaces } from './packs-places.ts';
import { usePacksStore, usePacksView } from './packs-store.ts';
import { previewPieces } from './preview-pieces.ts';
import type { ShownFile } from './shown-file.ts';

const nobody = '';

/** The block that a run would get of the skill on screen, for a persona and a budget, and what was done to it on the way (R19.15). */
export function PreviewPanel({ workspace, shown }: { workspace: string; shown: ShownFile }) {
  const client = useClient();
  const summary = useWorkspace();
  const { budget } = usePacksView(workspace);
  const change = usePacksStore((state) => state.change);
  const persona = useActivePersona()?.name ?? null;
  const gone = useGonePersona();
  const setPersona = useSetPersona();
  const { pack, file, skill } = shown;
  const [text] = useDebouncedValue(shown.text, 250);
  const { data, error } = useQuery({
    queryKey: ['skill-preview', workspace, summary?.revision, { pack, file, text, skill, persona, budget }],
    queryFn: ({ signal }) =>
      client.skillEditor.preview(
        {
          skills: { pack, file, text: text ?? '', ...(skill !== null && { only: skill }) },
          caller: persona === null ? {} : { persona },
          ...(budget !== null && { max_tokens: budget }),
        },
        { signal },
      ),
    enabled: text !== null && gone === null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const personas = summary?.config.personas ?? [];
  return (
    <div className="rest-column">
      <div className={`${styles.previewBar} wrapping keeps`}>
        <Select
          aria-label={strings.previewPanel.personaPreview}
          data={[
            { value: nobody, label: strings.previewPanel.noPersona },
            ...personas.map(({ name }) => ({ value: name, label: visibleString(name) })),
          ]}
          value={persona ?? nobody}
          checkIconPosition="right"
          onChange={(name) => setPersona(name === nobody ? null : name)}
        />
        <NumberInput
          aria-label={strings.previewPanel.budgetInTokensEstimate}
          className={styles.budget}
          min={50}
          max={10_000}
          step={50}
          clampBehavior="blur"
          placeholder={strings.previewPanel.tokens(summary?.config.skills.max_tokens ?? '')}
          suffix={` ${strings.previewPanel.tokens2}`}
          value={budget ?? ''}
          onChange={(value) => {
            const tokens = typeof value === 'number' && value >= 50 && value <= 10_000 ? Math.round(value) : null;
            change(workspace, { budget: tokens });
          }}
        />
        {data && <Figures preview={data} />}
      </div>
      {gone !== null && (
        <p className={styles.calm}>{strings.previewPanel.personaNoLongerExists(visibleString(gone))}</p>
      )}
      {error && <ErrorNotice error={error} />}
      {data && (
        <div className={`${styles.previewBody} scrolling-rest grid`}>
          <ScrollRegion
            id={packsPlaces.preview}
            className={`${styles.block} wraps scrolls mono`}
            aria-label={strings.previewPanel.whatModelGets}
            data-testid="skill-preview"
          >
            {data.text === '' ? (
              <span className="dim">{strings.previewPanel.nothingSkillHasErrors}</span>
            ) : (
              previewPieces(data.text).map(({ text: piece, kind, at }) =>
                kind === 'plain' ? (
                  <VisibleText key={at} text={piece} />
                ) : (
                  <mark
                    key={at}
                    data-kind={kind}
                    title={
                      kind === 'redacted'
                        ? strings.previewPanel.privateTextWasReplaced
                        : strings.previewPanel.nameOfTool
                    }
                  >
                    {piece}
                  </mark>
                ),
              )
            )}
          </ScrollRegion>
          <Notes preview={data} />
        </div>
      )}
    </div>
  );
}

function Figures({ preview: { tokens, raw_tokens, budget } }: { preview: SkillPreview }) {
  const estimator = usePreferences((state) => state.estimator);
  const isShortened = raw_tokens[estimator] > tokens[estimator];
  return (
    <span className="numbers" data-testid="preview-tokens">
      {fill(isShortened ? strings.previewPanel.tokensShortened : strings.previewPanel.tokensOfBudget, {
        count: <strong>{formatCount(tokens[estimator])}</strong>,
        estimator,
        before: formatCount(raw_tokens[estimator]),
        budget: formatCount(budget),
      })}
    </span>
  );
}

/** The texts that were replaced, left out and cut, skill by skill. */
function Notes({ preview }: { preview: SkillPreview }) {
  return (
    <div className="pad-4-12 scrolls" data-testid="preview-notes">
      {preview.skills.map(({ name, shown, cut, redactions, gated, deferred }) => (
        <ul key={name} className={styles.noteList}>
          {!shown && <li data-kind="cut">{strings.previewPanel.notIncludedSkill}</li>}
          {cut.length > 0 && <li data-kind="cut">{strings.previewPanel.shortenedToFit(cut.join(', '))}</li>}
          {redactions.map(({ field, kind, count }) => (
            <li key={`${field} ${kind}`} data-kind="redacted">
              {count > 1
                ? strings.previewPanel.replacedTimes(kind, field, formatCount(count))
                : strings.previewPanel.replaced(kind, field)}
            </li>
          ))}
          {gated.map((tool) => (
            <li key={tool} data-kind="gated">
              {fill(strings.previewPanel.thisPersona, { tool: <ToolName name={tool} /> })}
            </li>
          ))}
          {deferred.map((tool) => (
            <li key={tool} data-kind="deferred">
              {fill(strings.previewPanel.deferredModelHasFind, { tool: <ToolName name={tool} /> })}
            </li>
          ))}
          {shown && cut.length + redactions.length + gated.length + deferred.length === 0 && (
            <li>{strings.previewPanel.unchangedNothingWasReplaced}</li>
          )}
        </ul>
      ))}
    </div>
  );
}
