import { Button, Tabs } from '@mantine/core';
import { IconHelpCircle, IconListSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { EntryPart, ToolDetail } from '#shared/domain/tool-detail.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { tryToolInPlayground } from '../../state/playground-store.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { askWhyNot } from '../../state/why-not-store.ts';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { JsonBlock } from '../../ui/json-block.tsx';
import { modeWords } from '../../ui/mode-labels.ts';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { SideEffectsMark } from '../../ui/side-effects-mark.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { TryItPanel } from '../try-it/try-it-panel.tsx';
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
        <Tabs.List aria-label="Sides of the tool">
          <Tabs.Tab value="about">About</Tabs.Tab>
          <Tabs.Tab value="curate">Curate</Tabs.Tab>
          <Tabs.Tab value="try">Try it</Tabs.Tab>
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
    return `${formatCount(own.reduce((sum, part) => sum + part.tokens[estimator], 0))} tokens (${estimator})`;
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
          Open in playground
        </Button>
        <Button leftSection={<IconHelpCircle size={14} />} onClick={() => askWhyNot(tool.name)}>
          Why not found?
        </Button>
        <CopyToolsButton names={[tool.name]} label="Copy as JSON" />
      </div>
      <ModeSection detail={detail} />
      <Section title="Tokens" note={`${estimator}, its entry in the prompt`}>
        <TokenFacts detail={detail} />
      </Section>
      {twins && (
        <Section title="Similar tools" note="G goes to the first">
          <TwinList twins={twins} />
        </Section>
      )}
      {findings.length > 0 && (
        <Section title="Problems">
          <FindingList findings={findings} label="Problems of the tool" />
        </Section>
      )}
      <Section title="Description" note={partTokens('description')}>
        <DescriptionHeat text={tool.description} sentences={tokens.sentences} estimator={estimator} />
      </Section>
      <Section title="Arguments" note={partTokens('argument', 'schema')}>
        <SchemaTree
          schema={tool.input_schema}
          tokens={argumentTokens}
          label="Arguments"
          empty="It takes no arguments."
        />
      </Section>
      {tool.output_schema && (
        <Section title="Output" note={partTokens('output_schema')}>
          <SchemaTree schema={tool.output_schema} label="Output" empty="Any output." />
        </Section>
      )}
      {overlaid.length > 0 && (
        <Section title="Overlay" note="what pegboard.yaml changed">
          <OverlayTable fields={overlaid} />
        </Section>
      )}
      {tool.examples.length > 0 && (
        <Section title="Examples">
          {tool.examples.slice(0, 20).map((example) => (
            <JsonBlock key={JSON.stringify(example)} value={example.args} note={example.description ?? undefined} />
          ))}
        </Section>
      )}
      {tool.annotations && (
        <Section title="Annotations" note="what its server says of it">
          <JsonBlock value={tool.annotations} />
        </Section>
      )}
      <Section title="Facts">
        <Facts detail={detail} />
      </Section>
    </>
  );
}

function ModeSection({ detail }: { detail: ToolDetail }) {
  const words = modeWords(detail);
  return (
    <Section title="Mode">
      <div className={styles.mode} data-testid="tool-mode">
        <ModeMark mode={detail.tool.mode} />
        <div>
          <div>{words.what}</div>
          <VisibleText as="div" text={words.why} />
          <VisibleText as="div" className="dim" text={words.change} />
          <ModeRules rules={detail.mode_rules} />
        </div>
      </div>
    </Section>
  );
}

/** What its entry in the prompt costs, part by part: the number of every list. Providers get JSON, which costs something else. */
function TokenFacts({ detail: { entry, tokens } }: { detail: ToolDetail }) {
  const estimator = usePreferences((state) => state.estimator);
  return (
    <div data-testid="tool-tokens">
      <PartTokens entry={entry} />
      <div className="dim">
        As JSON for providers: <span className="mono">{formatCount(tokens.definition[estimator])}</span>
      </div>
    </div>
  );
}

function Facts({ detail: { tool, record_hash } }: { detail: ToolDetail }) {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Tags', tool.tags],
    ['Phrases', tool.phrases],
    ['Queries', tool.hypothetical_queries],
    ['Related', tool.related_tools],
    ['Aliases', tool.aliases],
  ];
  const texts: readonly (readonly [string, string | null])[] = [
    ['Namespace', tool.namespace],
    ['Source', tool.upstream_name === tool.name ? tool.source : `${tool.source}, there called ${tool.upstream_name}`],
    ['Category', tool.category],
    ['Usage hint', tool.usage_hint],
    ['Risk', tool.risk_level],
    ['Confirmation', tool.requires_confirmation ? 'a person must agree to each call' : null],
    ...lists.map(([name, values]) => [name, values.length === 0 ? null : values.slice(0, 100).join(', ')] as const),
  ];
  return (
    <dl className="facts">
      <dt>Side effects</dt>
      <dd>
        <SideEffectsMark sideEffects={tool.side_effects} /> {tool.side_effects ?? 'unknown: nobody has said'}
      </dd>
      {texts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <HostileText as="dd" text={value} limit={600} />
          </div>
        ),
      )}
      <dt>Hash</dt>
      <dd className="mono" title="SHA-256 of everything the tool says of itself">
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
