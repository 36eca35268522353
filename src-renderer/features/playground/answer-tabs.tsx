import { Tabs } from '@mantine/core';
import { useState } from 'react';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import styles from './answer.module.css';
import { ModelAnswer } from './model-answer.tsx';
import { SearchPath } from './search-path.tsx';

/** Below the results: the answer as the model reads it, and the way the search took. */
export function AnswerTabs({ response }: { response: SearchResponse | null }) {
  const [tab, setTab] = useState<string | null>('model');
  return (
    <Tabs
      value={tab}
      onChange={setTab}
      keepMounted={false}
      classNames={{ root: styles.tabs, list: styles.list, tab: styles.tab, panel: styles.tabPanel }}
    >
      <Tabs.List aria-label="About the answer">
        <Tabs.Tab value="model">What the model gets</Tabs.Tab>
        <Tabs.Tab value="path">Path</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="model">
        {response ? (
          <ModelAnswer response={response} />
        ) : (
          <Nothing>The answer of tool_search, once there is a query.</Nothing>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="path">
        {response?.explanation ? (
          <SearchPath explanation={response.explanation} />
        ) : (
          <Nothing>The steps of a search, once there is a query.</Nothing>
        )}
      </Tabs.Panel>
    </Tabs>
  );
}

function Nothing({ children }: { children: string }) {
  return <div className={`${styles.scroll} dim`}>{children}</div>;
}
