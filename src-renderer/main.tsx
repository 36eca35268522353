import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './app/theme/global.css';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { App } from './app/app.tsx';

// The CSP forbids `Function`, by which zod would compile its parsers.
z.config({ jitless: true });

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
