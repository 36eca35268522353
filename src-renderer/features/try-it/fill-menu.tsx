import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { strings } from '../../strings/try-it.ts';
import { cutText } from '../../ui/cut-text.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { initialArguments } from './initial-arguments.ts';
import styles from './try-it.module.css';
import type { Arguments } from './try-it-store.ts';

const shownExamples = 12;

/** Arguments to start from: the schema's defaults, the tool's examples, what was sent before. */
export function FillMenu({
  tool,
  history,
  onChoose,
}: {
  tool: Pick<CatalogTool, 'input_schema' | 'examples'>;
  history: readonly Arguments[];
  onChoose: (args: Arguments) => void;
}) {
  return (
    <Menu position="bottom-start" width={360}>
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={14} />}>{strings.fillMenu.fill}</Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <Menu.Item onClick={() => onChoose(initialArguments(tool.input_schema))}>
          {strings.fillMenu.defaultsFromSchema}
        </Menu.Item>
        {tool.examples.length > 0 && <Menu.Label>{strings.fillMenu.examplesFromTool}</Menu.Label>}
        {tool.examples.slice(0, shownExamples).map(({ args, description }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: examples have no identity but their place
          <Menu.Item key={index} onClick={() => onChoose(args)}>
            {description ? <Line text={description} /> : null}
            <Line text={JSON.stringify(args)} isMono />
          </Menu.Item>
        ))}
        {history.length > 0 && <Menu.Label>{strings.fillMenu.usedSession}</Menu.Label>}
        {history.map((args, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the last first; their place is what they are called by
          <Menu.Item key={index} onClick={() => onChoose(args)}>
            <Line text={JSON.stringify(args)} isMono />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Line({ text, isMono = false }: { text: string; isMono?: boolean }) {
  return <VisibleText as="div" className={`cut ${isMono ? 'mono dim' : ''}`} text={cutText(text, 160)} lines={false} />;
}
