import type { ComponentType } from 'react';
import type { ScreenAddress } from '#shared/screen-address.ts';
import type { DraftOwner } from '../documents/draft-owner.ts';
import type { Command } from '../state/command.ts';
import type { ScreenSubject } from '../state/screen-subject.ts';

/** A screen: one room of a place. */
export interface Route {
  readonly id: string;
  readonly title: string;
  /** Its address: `#/tools`. */
  readonly address: ScreenAddress;
  readonly shortcut?: string;
  /** Other words that people search for in the palette. */
  readonly words: string;
  readonly page: ComponentType;
  /** Id of the screen that this is a view of: it has an address, but no tab of its own. */
  readonly viewOf?: string;
  /** The actions while it is on screen. */
  readonly commands: readonly Command[];
  /** The part of its address after its own name. */
  readonly subject?: ScreenSubject;
  /** The drafts that it opens again after a crash. */
  readonly drafts?: readonly DraftOwner[];
}

/** A task: an entry of the left bar with its screens, the usual one first. */
export interface Place {
  readonly id: string;
  readonly title: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  readonly shortcut: string;
  /** Where its button is: in a group of the left bar, at the foot of the bar, or at the top right. */
  readonly at: 'look' | 'prove' | 'foot' | 'top';
  readonly screens: readonly [Route, ...Route[]];
  /** What can be turned on and off beside its name. */
  readonly toggles?: ComponentType;
}
