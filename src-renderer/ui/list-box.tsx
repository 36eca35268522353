import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { rowForKey } from '../state/selection.ts';
import styles from './list-box.module.css';

type Attributes = Omit<ComponentProps<'div'>, 'children'> & { readonly [data: `data-${string}`]: unknown };

interface ListBoxProps<Item> extends Omit<Attributes, 'id' | 'onKeyDown' | 'ref'> {
  readonly id: string;
  readonly 'aria-label': string;
  readonly items: readonly Item[];
  /** Index of the chosen option; -1 for none. */
  readonly at: number;
  keyOf(item: Item, index: number): string | number;
  /** Chooses the option that `to` names, given the option that is chosen then and how many there are. */
  onMove(to: (at: number, count: number) => number): void;
  /** Chooses an option that is pressed; without it, that is a move. */
  onPress?(item: Item): void;
  /** Keys that mean something else than a move. */
  readonly keys?: Readonly<Record<string, (() => void) | undefined>>;
  /** Options that PageUp and PageDown move by; without it these keys scroll. */
  readonly page?: number;
  /** Keeps the chosen option in sight even while the list has no focus. */
  readonly followsAlways?: boolean;
  /** The attributes of one option besides its role and its state. */
  option(item: Item, index: number): Attributes;
  children(item: Item, index: number): ReactNode;
}

/** A list in which one option is chosen. It has the focus as a whole: ↑ ↓ Home End and a click choose. */
export function ListBox<Item>({
  items,
  at,
  keyOf,
  onMove,
  onPress,
  keys = {},
  page,
  followsAlways = false,
  option,
  children,
  className,
  ...box
}: ListBoxProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isFollowed = followsAlways || list.current === document.activeElement;
    if (isFollowed) list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at, followsAlways]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = keys[key];
    if (act) act();
    else if (rowForKey(key, 0, 1, 1) === null || (page === undefined && key.startsWith('Page'))) return;
    else onMove((from, count) => rowForKey(key, from, count, page ?? 1) ?? from);
    event.preventDefault();
  };
  const optionId = (index: number) => `${box.id}-${index}`;
  return (
    <div
      {...box}
      ref={list}
      className={`${styles.list} ${className ?? ''}`}
      role="listbox"
      tabIndex={0}
      aria-activedescendant={at < 0 ? undefined : optionId(at)}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => {
        const { className: look, ...attributes } = option(item, index);
        return (
          <ListOption
            key={keyOf(item, index)}
            id={optionId(index)}
            isChosen={index === at}
            onClick={() => (onPress ? onPress(item) : onMove(() => index))}
            {...attributes}
            className={`${styles.option} ${look ?? ''}`}
          >
            {children(item, index)}
          </ListOption>
        );
      })}
    </div>
  );
}

/** An option of a list. The list, or the field above it, has the focus and the keys. */
export function ListOption({ isChosen, ...props }: ComponentProps<'div'> & { isChosen: boolean }) {
  return <div {...{ role: 'option', 'aria-selected': isChosen, ...props }} />;
}
