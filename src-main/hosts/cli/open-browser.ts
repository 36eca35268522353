/** Opens a page in the user's browser; whether one could be started. */
export async function openInBrowser(url: string): Promise<boolean> {
  const { default: open } = await import('open');
  try {
    const child = await open(url);
    // A browser that does not start reports that through its process, and nobody waits for it.
    child.on('error', () => {});
    return true;
  } catch {
    return false;
  }
}
