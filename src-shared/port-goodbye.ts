/**
 * The last frame on a message port that the backend closes. A page cannot count on the port's own `close` event: Chromium has
 * it by name and does not send it, and Electron sends it as an extension of its own.
 */
export const portGoodbye = 'pegboard:closed';
