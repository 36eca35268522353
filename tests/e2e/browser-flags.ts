/** A page of a test lives for seconds: optimizing its scripts costs more than it saves, and so does collecting garbage early. */
export const shortLivedScripts = '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=32';

/** What Playwright sets, which our flag replaces. */
const playwrightsSettings = [
  'primaryHoverType=2',
  'availableHoverTypes=2',
  'primaryPointerType=4',
  'availablePointerTypes=4',
];

/** A script that is compiled while it loads is compiled again for each page of a process. */
export const scriptsCompiledOnce = `--blink-settings=${[...playwrightsSettings, 'scriptStreamingEnabled=false'].join(',')}`;
