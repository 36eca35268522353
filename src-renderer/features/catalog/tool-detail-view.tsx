import { Button, Tabs } from '@mantine/core';
import { IconHelpCircle, IconListSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { EntryPart, ToolDetail } from '#shared/domain/tool-detail.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { tryToolInPlayground } from '../../state/playground-store.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { askWhyNot } from '../../state/why-not-store.ts';
import { strings } from '../../strings/catalog.ts';
import { formatCount } from '../../strings/count.ts';
import { FindingList } from '../../ui/finding-list.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { JsonBlock } from '../../ui/json-block.tsx';
import { modeWords } from '../../ui/mode-labels.ts';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { SideEffectsMark } from '../../ui/side-effects-mark.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { TryItPanel } from '../try-it/try-it-panel.tsx';
import { changeLoadingOf } from './catalog-acts.ts';
import { CopyToolsButton } from './copy-tools-button.tsx';
import { CuratePanel } from './curate/curate-panel.tsx';
import { DescriptionHeat } from './description-heat.tsx';
import { useDetailTab } from './detail-tab.ts';
import { ModeRules } from './mode-rules.tsx';
import { OverlayTable } from './overlay-table.tsx';
import { PartTokens } from './parts/part-tokens.tsx';
import { SchemaTree } from './schema-tree.tsx';
import { TwinList } from './similar-tools/twin-list.tsx';
import { useAlike } from './similar-tools/use-alike.ts';
import styles from './tool-detail.module.css';

/** One tool from all sides: everything about it, and calling it by hand. */
export function ToolDetailView({ detail }: { detail: ToolDetail }) {
  const { tool } = detail;
  const tab = useDetailTab((state) => state.tab);
  return (
    <>
      <VisibleText as="h2" className="panel-title mono" text={tool.name} />
      {tool.title !== null && <HostileText as="div" className="dim" text={tool.title} limit={200} />}
      <Tabs
        value={tab}
        onChange={(next) => useDetailTab.setState({ tab: next === 'try' || next === 'curate' ? next : 'about' })}
        keepMounted={false}
        classNames={{ list: styles.tabs, tab: styles.tab }}
      >
        <Tabs.List aria-label={strings.toolDetailView.viewsOfTool}>
          <Tabs.Tab value="about">{strings.toolDetailView.about}</Tabs.Tab>
          <Tabs.Tab value="curate">{strings.toolDetailView.curate}</Tabs.Tab>
          <Tabs.Tab value="try">{strings.toolDetailView.tryIt}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="about">
          <About detail={detail} />
        </Tabs.Panel>
        <Tabs.Panel value="curate">
          <CuratePanel detail={detail} />
        </Tabs.Panel>
        <Tabs.Panel value="try">
          <TryItPanel detail={detail} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Everything about one tool (R19.06, R19.07). */
function About({ detail }: { detail: ToolDetail }) {
  const { tool, tokens, entry, findings, overlaid } = detail;
  const twins = useAlike().twins.get(tool.name);
  const estimator = usePreferences((state) => state.estimator);
  const partTokens = (...parts: readonly EntryPart['part'][]) => {
    const own = entry.parts.filter(({ part }) => parts.includes(part));
    return strings.toolDetailView.tokens(
      formatCount(own.reduce((sum, part) => sum + part.tokens[estimator], 0)),
      estimator,
    );
  };
  const argumentTokens = useMemo(
    () => new Map(tokens.arguments.map((argument) => [argument.pointer, argument.tokens[estimator]])),
    [tokens, estimator],
  );
  const openInPlayground = () => {
    tryToolInPlayground(tool);
    useNavigation.getState().goTo('playground');
  };
  return (
    <>
      <div className="button-line">
        <Button leftSection={<IconListSearch size={14} />} onClick={openInPlayground}>
          {strings.toolDetailView.openPlayground}
        </Button>
        <Button leftSection={<IconHelpCircle size={14} />} onClick={() => askWhyNot(tool.name)}>
          {strings.toolDetailView.whyNotFound}
        </Button>
        <CopyToolsButton names={[tool.name]} label={strings.toolDetailView.copyJson} />
      </div>
      <ModeSection detail={detail} />
      <Section title={strings.toolDetailView.tokens2} note={strings.toolDetailView.entryOfTool(estimator)}>
        <TokenFacts detail={detail} />
      </Section>
      {twins && (
        <Section title={strings.toolDetailView.similarTools} note={strings.toolDetailView.gGoesToFirst}>
          <TwinList twins={twins} />
        </Section>
      )}
      {findings.length > 0 && (
        <Section title={strings.toolDetailView.problems}>
          <FindingList findings={findings} label={strings.toolDetailView.problemsTool} />
        </Section>
      )}
      <Section title={strings.toolDetailView.description} note={partTokens('description')}>
        <DescriptionHeat text={tool.description} sentences={tokens.sentences} estimator={estimator} />
      </Section>
      <Section title={strings.toolDetailView.arguments} note={partTokens('argument', 'schema')}>
        <SchemaTree
          schema={tool.input_schema}
          tokens={argumentTokens}
          label={strings.toolDetailView.arguments}
          empty={strings.toolDetailView.toolTakesNoArguments}
        />
      </Section>
      {tool.output_schema && (
        <Section title={strings.toolDetailView.output} note={partTokens('output_schema')}>
          <SchemaTree
            schema={tool.output_schema}
            label={strings.toolDetailView.output}
            empty={strings.toolDetailView.anyOutput}
          />
        </Section>
      )}
      {overlaid.length > 0 && (
        <Section title={strings.toolDetailView.overlay} note={strings.toolDetailView.changesFromPegboardYaml}>
          <OverlayTable fields={overlaid} />
        </Section>
      )}
      {tool.examples.length > 0 && (
        <Section title={strings.toolDetailView.examples}>
          {tool.examples.slice(0, 20).map((example) => (
            <JsonBlock key={JSON.stringify(example)} value={example.args} note={example.description ?? undefined} />
          ))}
        </Section>
      )}
      {tool.annotations && (
        <Section title={strings.toolDetailView.annotations} note={strings.toolDetailView.declaredByServer}>
          <JsonBlock value={tool.annotations} />
        </Section>
      )}
      <Section title={strings.toolDetailView.properties}>
        <Facts detail={detail} />
      </Section>
    </>
  );
}

function ModeSection({ detail }: { detail: ToolDetail }) {
  const words = modeWords(detail);
  const { tool, denied_by: deniedBy } = detail;
  const to = tool.mode === 'always' ? 'deferred' : 'always';
  const canChange = !tool.withheld && deniedBy === null && tool.mode_reason.rule !== 'search_disabled';
  return (
    <Section title={strings.toolDetailView.mode}>
      <div className={styles.mode} data-testid="tool-mode">
        <ModeMark mode={detail.tool.mode} />
        <div>
          <div>{words.what}</div>
          <VisibleText as="div" text={words.why} />
          <VisibleText as="div" className="dim" text={words.change} />
          {canChange && (
            <Button
              className="above-4"
              title={strings.toolDetailView.keyB}
              onClick={() => changeLoadingOf(tool.name, to)}
            >
              {to === 'always' ? strings.toolDetailView.alwaysLoad : strings.toolDetailView.defer}
            </Button>
          )}
          <ModeRules rules={detail.mode_rules} />
        </div>
      </div>
    </Section>
  );
}

/**
 * The tokens of its entry in the prompt, part by part: the number that all lists show. Providers get JSON, whose tokens are in
 * the tooltip.
 */
function TokenFacts({ detail: { entry, tokens } }: { detail: ToolDetail }) {
  const estimator = usePreferences((state) => state.estimator);
  return (
    <div
      data-testid="tool-tokens"
      title={strings.toolDetailView.jsonProviders(formatCount(tokens.definition[estimator]))}
    >
      <PartTokens entry={entry} />
    </div>
  );
}

function Facts({ detail: { tool, record_hash } }: { detail: ToolDetail }) {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    [strings.toolDetailView.tags, tool.tags],
    [strings.toolDetailView.phrases, tool.phrases],
    [strings.toolDetailView.queries, tool.hypothetical_queries],
    [strings.toolDetailView.related, tool.related_tools],
    [strings.toolDetailView.aliases, tool.aliases],
  ];
  const texts: readonly (readonly [string, string | null])[] = [
    [strings.toolDetailView.namespace, tool.namespace],
    [
      strings.toolDetailView.source,
      tool.upstream_name === tool.name
        ? tool.source
        : strings.toolDetailView.namedThere(tool.source, tool.upstream_name),
    ],
    [strings.toolDetailView.category, tool.category],
    [strings.toolDetailView.usageHint, tool.usage_hint],
    [strings.toolDetailView.risk, tool.risk_level],
    [
      strings.toolDetailView.longestResult,
      tool.max_result_chars === undefined ? null : strings.toolDetailView.characters(tool.max_result_chars),
    ],
    [
      strings.toolDetailView.confirmation,
      tool.requires_confirmation ? strings.toolDetailView.personMustApproveEach : null,
    ],
    ...lists.map(([name, values]) => [name, values.length === 0 ? null : values.slice(0, 100).join(', ')] as const),
  ];
  return (
    <dl className="facts">
      <dt>{strings.toolDetailView.sideEffects}</dt>
      <dd>
        <SideEffectsMark sideEffects={tool.side_effects} />{' '}
        {tool.side_effects ?? strings.toolDetailView.unknownNotDeclared}
      </dd>
      {texts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <HostileText as="dd" text={value} limit={600} />
          </div>
        ),
      )}
      <dt>{strings.toolDetailView.hash}</dt>
      <dd className="mono" title={strings.toolDetailView.sha256OfWhole}>
        {record_hash}
      </dd>
    </dl>
  );
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <div className="section">
      <h3 className="heading">
        {title}
        {note !== undefined && <span className={styles.note}> {note}</span>}
      </h3>
      {children}
    </div>
  );
}
