import { strings } from '../../strings/experiments.ts';
import { lazyPage } from '../../ui/lazy-page.tsx';

export const ExperimentsPage = lazyPage({
  title: strings.list.title,
  loading: strings.list.loading,
  load: async () => (await import('./experiments-page.tsx')).ExperimentsPage,
});
