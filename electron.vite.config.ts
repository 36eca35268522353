import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { mainPlugins } from './build-plugins.ts';
import { helpTexts } from './docs/scripts/help-pages.ts';

/** The pages of docs/ that the help of the app shows, as HTML that is made here. */
const helpPages = {
  name: 'help-pages',
  resolveId: (id: string) => (id === 'virtual:help-texts' ? id : null),
  load: (id: string) =>
    id === 'virtual:help-texts' ? `export const helpTexts = ${JSON.stringify(helpTexts())};` : null,
};

/**
 * Three builds: `main` (the Electron main process, the command line, the workers), `preload` (CommonJS, imports
 * nothing but electron), `renderer` (the app). Main carries its dependencies: one file loads faster than the hundreds of theirs.
 */
export default defineConfig({
  main: {
    plugins: mainPlugins,
    build: {
      outDir: 'out/main',
      target: 'node22',
      externalizeDeps: false,
      license: { fileName: 'licenses.md' },
      rollupOptions: {
        // They find files of their own: a binary, a script.
        external: ['better-sqlite3', 'open'],
        // gray-matter has an eval; `front-matter.ts` replaces the engine that calls it.
        checks: { eval: false },
        input: {
          electron: 'src-main/hosts/electron/main.ts',
          cli: 'src-main/hosts/cli/main.ts',
          library: 'src-main/library/index.ts',
          'library-ai-sdk': 'src-main/library/ai-sdk.ts',
          'library-mcp': 'src-main/library/mcp.ts',
          'index-worker': 'src-main/core/search/index-worker.ts',
          'vector-worker': 'src-main/core/search/vector-worker.ts',
          'engine-worker': 'src-main/core/engines/engine-worker.ts',
          'why-not-worker': 'src-main/core/why-not/why-not-worker.ts',
          'lint-worker': 'src-main/core/catalog/lint/lint-worker.ts',
          'optimize-worker': 'src-main/core/optimize/optimize-worker.ts',
          'eval-worker': 'src-main/core/evaluation/eval-worker.ts',
          'embedder-worker': 'src-main/core/hybrid/onnx/embedder-worker.ts',
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // A third fewer bytes in the package and to read at each start. The names stay, for stack traces.
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { preload: 'src-main/hosts/electron/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [react(), helpPages],
    build: {
      outDir: 'out/renderer',
      target: 'es2023',
      license: { fileName: 'licenses.md' },
      // Less than half of the bytes to read at each start. The maps lie beside: a browser does not ask for them.
      minify: true,
      // Monaco takes colors with six digits only: the variables of the theme stay as they are written.
      cssMinify: false,
      sourcemap: 'hidden',
      // In kilobytes: the files lie on the same computer.
      chunkSizeWarningLimit: 4096,
      rollupOptions: { input: 'src-renderer/index.html' },
    },
  },
});
