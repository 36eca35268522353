import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/**
 * Three builds: `main` (the Electron main process, the command line, the workers), `preload` (CommonJS, imports
 * nothing but electron), `renderer` (the app). Dependencies of main stay outside and load from node_modules.
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node22',
      rollupOptions: {
        input: {
          electron: 'src-main/hosts/electron/main.ts',
          cli: 'src-main/hosts/cli/main.ts',
          'index-worker': 'src-main/core/search/index-worker.ts',
          'engine-worker': 'src-main/core/engines/engine-worker.ts',
          'why-not-worker': 'src-main/core/why-not/why-not-worker.ts',
          'eval-worker': 'src-main/core/evaluation/eval-worker.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
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
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      target: 'es2023',
      rollupOptions: { input: 'src-renderer/index.html' },
    },
  },
});
