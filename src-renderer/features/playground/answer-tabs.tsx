import { Tabs } from '@mantine/core';
import { type ReactNode, use } from 'react';
import { useGonePersona } from '../../platform/active-persona.ts';
import { type AnswerTab, usePlayground } from '../../state/playground-store.ts';
import { strings } from '../../strings/playground.ts';
import { WhyNotPanel } from '../why-not/why-not-panel.tsx';
import styles from './answer.module.css';
import { ExplainedContext, useAnswer } from './answer-context.ts';
import { focusPlace } from './focus-places.ts';
import { ModelAnswer } from './model-answer.tsx';
import { SearchPath } from './search-path.tsx';
import { useSearchRequest } from './use-tool-search.ts';

/** Below the results: the answer as the model reads it, the way the search took, why a tool is not there, and the details where they fit nowhere else. */
export function AnswerTabs({ details }: { details: ReactNode | null }) {
  const chosen = usePlayground((state) => state.tab);
  const showTab = usePlayground((state) => state.showTab);
  const tab = chosen === 'details' && details === null ? 'model' : chosen;
  return (
    <Tabs
      value={tab}
      onChange={(value) => showTab((value ?? 'model') as AnswerTab)}
      keepMounted={false}
      classNames={{ root: 'column', list: 'tab-list', tab: 'tab', panel: 'rest' }}
    >
      <Tabs.List aria-label={strings.answerTabs.aboutAnswer}>
        {details !== null && <Tabs.Tab value="details">{strings.answerTabs.details}</Tabs.Tab>}
        <Tabs.Tab value="model">{strings.answerTabs.whatModelGets}</Tabs.Tab>
        <Tabs.Tab value="path">{strings.answerTabs.path}</Tabs.Tab>
        <Tabs.Tab value="why-not">{strings.answerTabs.whyNot}</Tabs.Tab>
      </Tabs.List>
      {details !== null && <Tabs.Panel value="details">{details}</Tabs.Panel>}
      <Tabs.Panel value="model">
        <Model />
      </Tabs.Panel>
      <Tabs.Panel value="path">
        <Path />
      </Tabs.Panel>
      <Tabs.Panel value="why-not">
        <WhyNot />
      </Tabs.Panel>
    </Tabs>
  );
}

function Model() {
  const response = useResponse();
  return response ? (
    <ModelAnswer output={response.output} tokens={response.output_tokens} testId="model" />
  ) : (
    <Nothing>{strings.answerTabs.runSearchToSee}</Nothing>
  );
}

function Path() {
  const isSearched = useResponse() !== null;
  const explanation = use(ExplainedContext).response?.explanation;
  return isSearched && explanation ? (
    <SearchPath explanation={explanation} />
  ) : (
    !isSearched && <Nothing>{strings.answerTabs.runSearchToSeeItsSteps}</Nothing>
  );
}

/** A search that failed has no answer. */
function useResponse() {
  const { response, error } = useAnswer();
  return error === null ? response : null;
}

function WhyNot() {
  const search = useSearchRequest();
  if (useGonePersona() !== null) return <Nothing>{strings.answerTabs.thisPersonaNoLonger}</Nothing>;
  return <WhyNotPanel search={search} onLeave={() => focusPlace('query')} />;
}

function Nothing({ children }: { children: string }) {
  return <div className={`${styles.scroll} dim`}>{children}</div>;
}
