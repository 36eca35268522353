import { z } from 'zod';

// The CSP forbids `Function`, by which zod would compile its parsers. A schema looks at this when it is made, so this module
// is imported before all others.
z.config({ jitless: true });
