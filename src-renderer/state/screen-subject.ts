/** The subject of a screen, as its address names it: the `github.create_issue` of `#/tools/github.create_issue`. */
export interface ScreenSubject {
  /** Its subject now, in the workspace of that path; null when it has none. */
  read(workspace: string): string | null;
  /** Shows a subject of the workspace. An unknown one shows as the screen shows what it does not have. */
  show(workspace: string, subject: string): void;
  /** Calls `listener` when the subject may be another one. Returns how to stop. */
  subscribe(listener: () => void): () => void;
}
