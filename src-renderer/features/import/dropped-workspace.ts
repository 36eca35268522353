/** The parts of a drop that show whether it is a workspace. */
type Drop = Pick<DataTransfer, 'items' | 'files'>;

/**
 * The folder of the workspace that was dropped, as a whole folder or by its `pegboard.yaml`; null when it is something else
 * or lies nowhere that the host can name.
 */
export function droppedWorkspace(drop: Drop, pathOf: (file: File) => string): string | null {
  const [file, ...more] = drop.files;
  if (!file || more.length > 0) return null;
  const isFolder = drop.items[0]?.webkitGetAsEntry()?.isDirectory ?? false;
  if (!isFolder && file.name !== 'pegboard.yaml') return null;
  const path = pathOf(file);
  if (path === '') return null;
  return isFolder ? path : path.replace(/[\\/][^\\/]*$/, '');
}
