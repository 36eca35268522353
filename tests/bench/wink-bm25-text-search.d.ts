declare module 'wink-bm25-text-search' {
  /** The part of wink's engine that the bench calls. */
  interface WinkEngine {
    defineConfig(config: { fldWeights: Record<string, number>; bm25Params?: { k1: number; b: number } }): boolean;
    definePrepTasks(tasks: readonly ((text: string) => unknown)[]): number;
    addDoc(document: Record<string, string>, id: number | string): number;
    consolidate(precision?: number): boolean;
    search(text: string, limit: number): [id: string, score: number][];
  }
  export default function bm25(): WinkEngine;
}
