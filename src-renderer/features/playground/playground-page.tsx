import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { usePlayground } from '../../state/playground-store.ts';
import { strings } from '../../strings/playground.ts';
import { SplitPanels } from '../../ui/split-panels.tsx';
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
  const search = useToolSearch();
  const selectedName = usePlayground((state) => state.selected);
  const isNarrow = useMediaQuery(narrowWindow, undefined, { getInitialValueInEffect: false });
  const selected = search.response ? selectedIndexOf(search.response.output.tools, selectedName) : -1;
  const response = search.error === null ? search.response : null;

  const query = useMemo(() => <QueryPanel />, []);
  const results = <ResultsPanel search={search} selected={selected} />;
  const details = <DetailsPanel response={response} selected={selected} />;
  return (
    <>
      <h1 className="visually-hidden">{strings.playgroundPage.playground}</h1>
      <SplitPanels
        name="playground.query"
        label={strings.playgroundPage.resizeQueryPanel}
        orientation="horizontal"
        panels={[
          { defaultSize: '248px', min: '180px', content: query },
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
                  { defaultSize: 50, min: '120px', content: results },
                  { defaultSize: 50, min: '120px', content: <AnswerTabs response={response} details={details} /> },
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
                          { defaultSize: 54, min: '280px', content: results },
                          { defaultSize: 46, min: '280px', content: details },
                        ]}
                      />
                    ),
                  },
                  {
                    defaultSize: '240px',
                    min: '80px',
                    content: <AnswerTabs response={response} details={null} />,
                  },
                ]}
              />
            ),
          },
        ]}
      />
    </>
  );
}
