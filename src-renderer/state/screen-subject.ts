/** What a screen is about, as its address names it: the `github.create_issue` of `#/tools/github.create_issue`. */
export interface ScreenSubject {
  /** What it is about now, in the workspace of that path; null for nothing in particular. */
  read(workspace: string): string | null;
  /** Shows a subject of the workspace. An unknown one shows as the screen shows what it does not have. */
  show(workspace: string, subject: string): void;
  /** Calls `listener` when the subject may be another one. Returns how to stop. */
  subscribe(listener: () => void): () => void;
}
