import { strings } from '../../strings/experiments.ts';
import { lazyPage } from '../../ui/lazy-page.tsx';

export const ExperimentsPage = lazyPage({
  ...strings.list,
  load: async () => (await import('./experiments-page.tsx')).ExperimentsPage,
});
