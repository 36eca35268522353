import { strings } from '../../strings/team-gateway.ts';
import { lazyPage } from '../../ui/lazy-page.tsx';

export const TeamGatewayPage = lazyPage({
  title: strings.page.title,
  loading: strings.page.loading,
  load: async () => (await import('./team-gateway-page.tsx')).TeamGatewayPage,
});
