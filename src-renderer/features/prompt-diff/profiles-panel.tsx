import { Button, UnstyledButton } from '@mantine/core';
import type { Profile } from '#shared/domain/config.ts';
import { renameDocument } from '../../documents/document-store.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { moveByArrows } from '../../ui/move-by-arrows.ts';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { profileDocument } from './profile-drafts.ts';
import { ProfileEditor } from './profile-editor.tsx';
import styles from './profiles.module.css';
import {
  applyShownProfile,
  askDuplicate,
  askNewProfile,
  askRename,
  canBeApplied,
  compareShownProfile,
  profilesOf,
  removeShownProfile,
} from './prompt-diff-model.ts';
import { promptDiffPlaces } from './prompt-diff-places.ts';
import type { PromptDiffView } from './prompt-diff-store.ts';

const noProfiles: readonly Profile[] = [];

/** The profiles: those of the workspace, which are made and changed here, and those that every workspace has. */
export function ProfilesPanel({
  view,
  onChange,
}: {
  view: PromptDiffView;
  onChange(view: Partial<PromptDiffView>): void;
}) {
  const summary = useWorkspace();
  const workspace = summary?.path ?? '';
  const { own, others, current, isOwn } = profilesOf(summary?.config.profiles ?? noProfiles, view.profile);
  const onDone = (name: string, before: string | null) => {
    if (before !== null) renameDocument(profileDocument(workspace, before), profileDocument(workspace, name));
    const follow = (side: PromptDiffView['before']) =>
      side.kind === 'configuration' && side.profile === before ? { ...side, profile: name } : side;
    onChange({ profile: name, before: follow(view.before), after: follow(view.after) });
  };
  const list = { current: current?.name ?? null, onSelect: (profile: string) => onChange({ profile }) };
  return (
    <>
      <SplitPanels
        name="profiles"
        label={strings.profilesPanel.resizePanels}
        orientation="horizontal"
        panels={[
          {
            defaultSize: 34,
            min: '200px',
            content: <ProfileList own={own} others={others} {...list} />,
          },
          {
            defaultSize: 66,
            min: '280px',
            content: current ? (
              <section
                className={`${styles.profile} tall`}
                aria-label={strings.profilesPanel.profile}
                data-testid="profile"
              >
                <ProfileHead profile={current} isOwn={isOwn} />
                <ProfileEditor key={current.name} workspace={workspace} profile={current} isOwn={isOwn} />
              </section>
            ) : null,
          },
        ]}
      />
      <ProfileDialog workspace={workspace} profiles={own} onDone={onDone} />
    </>
  );
}

function ProfileHead({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const { name, description } = profile;
  return (
    <header className={styles.profileHead}>
      <VisibleText as="h2" className="panel-title" text={name} lines={false} />
      {description !== undefined && <VisibleText as="p" className="dim" text={description} />}
      <div className="button-line">
        <Button onClick={compareShownProfile}>{strings.profilesPanel.compareWorkspace}</Button>
        <Button onClick={askDuplicate}>{strings.profilesPanel.duplicate}</Button>
        {isOwn && <Button onClick={askRename}>{strings.profilesPanel.rename}</Button>}
        {isOwn && <Button onClick={removeShownProfile}>{strings.profilesPanel.deleteLabel}</Button>}
        <Button
          disabled={!canBeApplied(profile)}
          title={strings.profilesPanel.setsTheseFields}
          onClick={applyShownProfile}
        >
          {strings.profilesPanel.applyWorkspace}
        </Button>
      </div>
    </header>
  );
}

function ProfileList({
  own,
  others,
  current,
  onSelect,
}: {
  own: readonly Profile[];
  others: readonly Profile[];
  current: string | null;
  onSelect(name: string): void;
}) {
  const item = ({ name, description }: Profile) => (
    <UnstyledButton
      key={name}
      className={styles.profileItem}
      data-profile={name}
      aria-pressed={name === current}
      tabIndex={name === current ? 0 : -1}
      onClick={() => onSelect(name)}
    >
      <VisibleText as="b" text={name} lines={false} />
      {description !== undefined && <VisibleText as="span" className="dim" text={description} lines={false} />}
    </UnstyledButton>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it have the focus; the arrows move between them
    <div id={promptDiffPlaces.profiles} className={styles.profileList} onKeyDown={moveByArrows}>
      <div className={`${styles.listHead} row`}>
        <h2>{strings.profilesPanel.fromThisWorkspace}</h2>
        <Button onClick={askNewProfile}>{strings.profilesPanel.newLabel}</Button>
      </div>
      {own.map(item)}
      {own.length === 0 && <p className="dim">{strings.profilesPanel.noneYetProfile}</p>}
      <h2>{strings.profilesPanel.inEveryWorkspace}</h2>
      {others.map(item)}
    </div>
  );
}
