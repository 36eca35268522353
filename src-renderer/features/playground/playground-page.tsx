import { useMemo } from 'react';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { AnswerTabs } from './answer-tabs.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { usePlayground } from './playground-store.ts';
import { QueryPanel } from './query-panel.tsx';
import { ResultsPanel } from './results-panel.tsx';
import { selectedIndexOf } from './selected-index.ts';
import { useToolSearch } from './use-tool-search.ts';

/** Type a query, see what a model would get, and follow the arithmetic of every score. */
export function PlaygroundPage() {
  const search = useToolSearch();
  const selectedName = usePlayground((state) => state.selected);
  const { response } = search;
  const selected = response ? selectedIndexOf(response.output.tools, selectedName) : -1;
  const isFailed = search.error !== null;

  const query = useMemo(() => <QueryPanel />, []);
  return (
    <>
      <h1 className="visually-hidden">Playground</h1>
      <SplitPanels
        name="playground.query"
        label="Resize the query panel"
        orientation="horizontal"
        panels={[
          { defaultSize: '248px', min: '180px', content: query },
          {
            defaultSize: 100,
            min: '480px',
            content: (
              <SplitPanels
                name="playground.answer"
                label="Resize the panel below"
                orientation="vertical"
                panels={[
                  {
                    defaultSize: 100,
                    min: '160px',
                    content: (
                      <SplitPanels
                        name="playground.details"
                        label="Resize the details"
                        orientation="horizontal"
                        panels={[
                          {
                            defaultSize: 54,
                            min: '280px',
                            content: <ResultsPanel search={search} selected={selected} />,
                          },
                          {
                            defaultSize: 46,
                            min: '280px',
                            content: <DetailsPanel response={isFailed ? null : response} selected={selected} />,
                          },
                        ]}
                      />
                    ),
                  },
                  {
                    defaultSize: '240px',
                    min: '80px',
                    content: <AnswerTabs response={isFailed ? null : response} />,
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
