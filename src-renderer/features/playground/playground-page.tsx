import { useMediaQuery } from '@mantine/hooks';
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { usePlayground } from '../../state/playground-store.ts';
import { strings } from '../../strings/playground.ts';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { AnswerContext, StaleContext, useAnswer } from './answer-context.ts';
import { AnswerTabs } from './answer-tabs.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { QueryPanel } from './query-panel.tsx';
import { ResultsPanel } from './results-panel.tsx';
import { selectedIndexOf } from './selected-index.ts';
import { useToolSearch } from './use-tool-search.ts';

/** Below this width three columns would cut the names of the tools: the details become a tab of the panel below. */
const narrowWindow = '(max-width: 999px)';

/** Type a query, see what a model would get, and follow the arithmetic of every score. */
export function PlaygroundPage() {
  const { response, error, isBlank, gonePersona, isStale } = useToolSearch();
  const selectedName = usePlayground((state) => state.selected);
  const isNarrow = useMediaQuery(narrowWindow, undefined, { getInitialValueInEffect: false });
  const selected = response ? selectedIndexOf(response.output.tools, selectedName) : -1;
  const answer = useMemo(
    () => ({ response, error, isBlank, gonePersona, selected }),
    [response, error, isBlank, gonePersona, selected],
  );
  return (
    <AnswerContext value={answer}>
      <StaleContext value={isStale}>
        <Panels isNarrow={isNarrow} />
      </StaleContext>
    </AnswerContext>
  );
}

/** The results are drawn first: what is around them follows, and neither holds up the next key. */
function AfterResults({ children }: { children: ReactNode }) {
  return <AnswerContext value={useDeferredValue(useAnswer())}>{children}</AnswerContext>;
}

/** The panels read the answer themselves: a key draws none of them again. */
const Panels = memo(function Panels({ isNarrow }: { isNarrow: boolean }) {
  return (
    <>
      <h1 className="visually-hidden">{strings.playgroundPage.playground}</h1>
      <SplitPanels
        name="playground.query"
        label={strings.playgroundPage.resizeQueryPanel}
        orientation="horizontal"
        panels={[
          { defaultSize: '276px', min: '180px', content: <QueryPanel /> },
          {
            defaultSize: 100,
            min: isNarrow ? '320px' : '480px',
            content: isNarrow ? (
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
                    content: (
                      <AfterResults>
                        <AnswerTabs details={<DetailsPanel />} />
                      </AfterResults>
                    ),
                  },
                ]}
              />
            ) : (
              <SplitPanels
                key="wide"
                name="playground.answer"
                label={strings.playgroundPage.resizePanelBelow}
                orientation="vertical"
                panels={[
                  {
                    defaultSize: 100,
                    min: '160px',
                    content: (
                      <SplitPanels
                        name="playground.details"
                        label={strings.playgroundPage.resizeDetails}
                        orientation="horizontal"
                        panels={[
                          { defaultSize: 54, min: '280px', content: <ResultsPanel /> },
                          {
                            defaultSize: 46,
                            min: '280px',
                            content: (
                              <AfterResults>
                                <DetailsPanel />
                              </AfterResults>
                            ),
                          },
                        ]}
                      />
                    ),
                  },
                  {
                    defaultSize: '240px',
                    min: '80px',
                    content: (
                      <AfterResults>
                        <AnswerTabs details={null} />
                      </AfterResults>
                    ),
                  },
                ]}
              />
            ),
          },
        ]}
      />
    </>
  );
});
