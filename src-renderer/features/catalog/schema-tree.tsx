import { UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { strings } from '../../strings/catalog.ts';
import { formatCount } from '../../strings/count.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { type SchemaNode, schemaChildren, schemaType } from '../../ui/schema-nodes.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './schema-tree.module.css';

/** Parts of one level that are shown before somebody asks for all, and levels that are open from the start. */
const shownNodes = 60;
const openLevels = 1;

/**
 * A schema as a tree: types, required marks, descriptions, values that fit, and what each argument costs. A level is drawn
 * when it is opened, so that neither depth nor width can freeze the screen.
 */
export function SchemaTree({
  schema,
  tokens,
  label,
  empty,
}: {
  schema: unknown;
  /** Tokens by JSON pointer, of the estimator that is chosen. */
  tokens?: ReadonlyMap<string, number>;
  label: string;
  empty: string;
}) {
  const nodes = useMemo(() => schemaChildren(schema), [schema]);
  const type = schemaType(schema);
  return (
    <div data-testid="schema-tree">
      {type !== 'object' && <div className="dim mono">{type}</div>}
      {nodes.length === 0 ? (
        <p className="dim flush">{empty}</p>
      ) : (
        <Level nodes={nodes} tokens={tokens} level={0} label={label} />
      )}
    </div>
  );
}

interface LevelProps {
  readonly nodes: readonly SchemaNode[];
  readonly tokens: ReadonlyMap<string, number> | undefined;
  readonly level: number;
  readonly label: string;
}

function Level({ nodes, tokens, level, label }: LevelProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? nodes : nodes.slice(0, shownNodes);
  return (
    <ul className={`${styles.level} plain-list`} aria-label={label}>
      {shown.map((node) => (
        <Node key={node.pointer} node={node} tokens={tokens} level={level} />
      ))}
      {shown.length < nodes.length && (
        <li>
          <UnstyledButton className={styles.more} onClick={() => setWhole(true)}>
            {strings.schemaTree.showAll(formatCount(nodes.length))}
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}

function Node({ node, tokens, level }: { node: SchemaNode; tokens: LevelProps['tokens']; level: number }) {
  const [isOpen, setOpen] = useState(node.hasChildren && level < openLevels && node.isProperty);
  const children = useMemo(() => (isOpen ? schemaChildren(node.schema, node.pointer) : []), [isOpen, node]);
  const cost = tokens?.get(node.pointer);
  const head = (
    <>
      <VisibleText as="span" className={node.isProperty ? 'strong' : styles.keyword} text={node.name} />
      {node.isRequired && (
        <span className={styles.required} title={strings.schemaTree.required}>
          *<span className="visually-hidden"> {strings.schemaTree.required2}</span>
        </span>
      )}
      <VisibleText as="span" className={styles.type} text={node.type} />
    </>
  );
  return (
    <li className={styles.node} data-pointer={node.pointer}>
      <div className={styles.head}>
        {node.hasChildren ? (
          <UnstyledButton className="grows wraps mono" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <span aria-hidden className={styles.arrow}>
              {isOpen ? '▾' : '▸'}
            </span>
            {head}
          </UnstyledButton>
        ) : (
          <span className="grows wraps mono">
            <span aria-hidden className={styles.arrow} />
            {head}
          </span>
        )}
        {cost !== undefined && (
          <span className="keeps dim mono" title={strings.schemaTree.tokensNameAndSchema(formatCount(cost))}>
            {formatCount(cost)}
            <span className="visually-hidden"> {strings.schemaTree.tokens}</span>
          </span>
        )}
      </div>
      <div className={styles.body}>
        {node.description !== null && <HostileText as="div" text={node.description} limit={800} />}
        {node.values.length > 0 && (
          <div className={`${styles.values} mono`}>
            {node.values.map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: hostile schemas repeat values; their place is all there is
              <VisibleText as="span" key={index} text={value} />
            ))}
          </div>
        )}
        {node.constraints.length > 0 && (
          <VisibleText as="div" className="dim mono" text={node.constraints.join(' · ')} />
        )}
      </div>
      {isOpen && children.length > 0 && (
        <Level nodes={children} tokens={tokens} level={level + 1} label={strings.schemaTree.inside(node.name)} />
      )}
    </li>
  );
}
