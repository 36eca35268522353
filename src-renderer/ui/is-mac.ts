/** Whether shortcuts are written with ⌘ and ⌥. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
