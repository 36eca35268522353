import { createSpotlight } from '@mantine/spotlight';

/** The palette's own store and how to open it. */
export const [paletteStore, palette] = createSpotlight();
