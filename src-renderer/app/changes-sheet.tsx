import { Button, Drawer } from '@mantine/core';
import { redoChange, undoChange } from '../platform/undo-change.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { type UndoableChange, useUndo } from '../state/undo-store.ts';
import { strings } from '../strings/app.ts';
import { fill } from '../ui/fill.tsx';
import { visibleString } from '../ui/hidden-characters.ts';
import { exactTime, relativeTime } from '../ui/relative-time.ts';
import { useNow } from '../ui/use-now.ts';
import styles from './changes-sheet.module.css';
import { ShortcutKeys } from './commands/shortcut-keys.tsx';
import { routeOf } from './routes.ts';

/** Every change of this window that can be undone or redone, the newest first. */
export function ChangesSheet() {
  const { dialog, closeDialog } = useNavigation();
  const path = useWorkspace()?.path;
  const opened = dialog === 'changes';
  return (
    <Drawer opened={opened} onClose={closeDialog} size={420} title={strings.changesSheet.changes}>
      {opened && path !== undefined && <Changes path={path} />}
    </Drawer>
  );
}

function Changes({ path }: { path: string }) {
  const { undos, redos } = useUndo();
  const isHere = ({ workspace }: UndoableChange) => workspace === path;
  const [made, undone] = [undos.filter(isHere).toReversed(), redos.filter(isHere)];
  return (
    <div className="stack gap-12" data-testid="changes">
      <p className="dim flush">
        {fill(strings.changesSheet.changesMade, {
          undo: <ShortcutKeys shortcut="mod+z" />,
          redo: <ShortcutKeys shortcut="mod+shift+z" />,
        })}
      </p>
      {made.length + undone.length === 0 && <p>{strings.changesSheet.youHaveChangedNothing}</p>}
      {undone.length > 0 && (
        <ChangeList
          title={strings.changesSheet.undone}
          changes={undone}
          button={strings.changesSheet.redo}
          onPress={(id) => void redoChange(id)}
        />
      )}
      {made.length > 0 && (
        <ChangeList
          title={strings.changesSheet.made}
          changes={made}
          button={strings.changesSheet.undo}
          onPress={(id) => void undoChange(id)}
        />
      )}
    </div>
  );
}

function ChangeList({
  title,
  changes,
  button,
  onPress,
}: {
  title: string;
  changes: readonly UndoableChange[];
  button: string;
  onPress(id: string): void;
}) {
  const now = useNow();
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {changes.map(({ id, done, at, screen }) => {
          const when = new Date(at).toISOString();
          return (
            <li key={id} className={styles.row}>
              <span className="grows">
                {visibleString(done)}
                <small className="dim" title={exactTime(when)}>
                  {screen === undefined ? '' : `${routeOf(screen).title} · `}
                  {relativeTime(when, now)}
                </small>
              </span>
              <Button size="compact-xs" aria-label={`${button}: ${visibleString(done)}`} onClick={() => onPress(id)}>
                {button}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
