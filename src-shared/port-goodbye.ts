/**
 * The last frame on a message port that the backend closes. A page cannot count on the port's own `close` event: the Chromium
 * of our tests has it by name and does not send it.
 */
export const portGoodbye = 'pegboard:closed';
