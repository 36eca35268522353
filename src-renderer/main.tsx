// First, before any module that makes a schema.
import './platform/zod-without-functions.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './app/theme/global.css';
import './app/theme/contrast.css';
import './ui/classes.css';
import './ui/hues.css';
import { createRoot } from 'react-dom/client';
import { setPlainIssues } from '#shared/plain-issues.ts';
import { App } from './app/app.tsx';

setPlainIssues();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
