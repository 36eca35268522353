import { useMediaQuery } from '@mantine/hooks';
import { memo, useMemo } from 'react';
import { useNavigation } from '../../state/navigation-store.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { strings } from '../../strings/playground.ts';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { EnginesPanel } from '../compare/engines-panel.tsx';
import { AnswerContext, StaleContext } from './answer-context.ts';
import { AnswerTabs } from './answer-tabs.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { ExplainedAnswer } from './explained-answer.tsx';
import { focusPlace } from './focus-places.ts';
import { QueryPanel } from './query-panel.tsx';
import { ResultsPanel } from './results-panel.tsx';
import { selectedIndexOf } from './selected-index.ts';
import { SkillsTab } from './skills/skills-tab.tsx';
import { useSearchRequest, useToolSearch } from './use-tool-search.ts';

/** Below this width three columns would cut the names of the tools: the details become a tab of the panel below. */
const narrowWindow = '(max-width: 999px)';

/** Type a query, see what a model would get, and follow the arithmetic of every score. */
export function PlaygroundPage() {
  const hasEngines = useNavigation((state) => state.feature === 'compare');
  const hasSkills = usePlayground((state) => state.hasSkills);
  const search = useToolSearch({ isOff: hasEngines });
  const { response, summary, error, isBlank, gonePersona, isStale } = search;
  const selectedName = usePlayground((state) => state.selected);
  const isNarrow = useMediaQuery(narrowWindow, undefined, { getInitialValueInEffect: false });
  const selected = response ? selectedIndexOf(response.output.tools, selectedName) : -1;
  const answer = useMemo(
    () => ({ response, summary, error, isBlank, gonePersona, selected }),
    [response, summary, error, isBlank, gonePersona, selected],
  );
  return (
    <AnswerContext value={answer}>
      <StaleContext value={isStale}>
        <ExplainedAnswer search={search}>
          <Panels isNarrow={isNarrow} hasEngines={hasEngines} hasSkills={hasSkills} />
        </ExplainedAnswer>
      </StaleContext>
    </AnswerContext>
  );
}

interface PanelsProps {
  readonly isNarrow: boolean;
  /** Whether every engine answers, in place of Pegboard's own search with its scores. */
  readonly hasEngines: boolean;
  /** Whether the skills for the same words are shown too. */
  readonly hasSkills: boolean;
}

/** The panels read the answer themselves: a key draws none of them again. */
const Panels = memo(function Panels(props: PanelsProps) {
  const { isNarrow, hasEngines } = props;
  return (
    <>
      <h1 className="visually-hidden">
        {hasEngines ? strings.playgroundPage.engines : strings.playgroundPage.playground}
      </h1>
      <SplitPanels
        name="playground.query"
        label={strings.playgroundPage.resizeQueryPanel}
        orientation="horizontal"
        panels={[
          { defaultSize: '276px', min: '180px', content: <QueryPanel /> },
          {
            defaultSize: 100,
            min: isNarrow ? '320px' : '480px',
            content: hasEngines ? <EnginesArea {...props} /> : <ResultsArea {...props} />,
          },
        ]}
      />
    </>
  );
});

function EnginesArea({ hasSkills }: PanelsProps) {
  const engines = <Engines />;
  if (!hasSkills) return engines;
  return (
    <SplitPanels
      name="playground.engines"
      label={strings.playgroundPage.resizePanelBelow}
      orientation="vertical"
      panels={[
        { defaultSize: 55, min: '160px', content: engines },
        { defaultSize: 45, min: '120px', content: <SkillsTab /> },
      ]}
    />
  );
}

function Engines() {
  return <EnginesPanel search={useSearchRequest()} onLeave={() => focusPlace('query')} />;
}

/** In a narrow window the skills take the place of what is about the answer, and the details are a tab. */
function ResultsArea({ isNarrow, hasSkills }: PanelsProps) {
  if (isNarrow) {
    return (
      <SplitPanels
        key="narrow"
        name="playground.answer-narrow"
        label={strings.playgroundPage.resizePanelBelow}
        orientation="vertical"
        panels={[
          { defaultSize: 50, min: '120px', content: <ResultsPanel /> },
          {
            defaultSize: 50,
            min: '120px',
            content: hasSkills ? <SkillsTab /> : <AnswerTabs details={<DetailsPanel />} />,
          },
        ]}
      />
    );
  }
  const results = (
    <SplitPanels
      name="playground.details"
      label={strings.playgroundPage.resizeDetails}
      orientation="horizontal"
      panels={[
        { defaultSize: 54, min: '280px', content: <ResultsPanel /> },
        { defaultSize: 46, min: '280px', content: <DetailsPanel /> },
      ]}
    />
  );
  const answer = <AnswerTabs details={null} />;
  const below = (
    <SplitPanels
      name="playground.skills"
      label={strings.playgroundPage.resizeSkills}
      orientation="horizontal"
      panels={[
        { defaultSize: 42, min: '240px', content: answer },
        { defaultSize: 58, min: '320px', content: <SkillsTab /> },
      ]}
    />
  );
  return (
    <SplitPanels
      key="wide"
      name={hasSkills ? 'playground.answer-skills' : 'playground.answer'}
      label={strings.playgroundPage.resizePanelBelow}
      orientation="vertical"
      panels={[
        { defaultSize: 100, min: '160px', content: results },
        { defaultSize: hasSkills ? '320px' : '240px', min: '80px', content: hasSkills ? below : answer },
      ]}
    />
  );
}
