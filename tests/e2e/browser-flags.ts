/** A page of a test lives for seconds: optimizing its scripts costs more than it saves, and so does collecting garbage early. */
export const shortLivedScripts = '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=32';

/** What Playwright turns off, which our flag replaces (`chromiumSwitches.ts` of playwright-core). */
const playwrightsFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Switches features of Chromium off, beside those that Playwright switches off. */
export const withoutFeatures = (...features: readonly string[]): string =>
  `--disable-features=${[...playwrightsFeatures, ...features].join(',')}`;

/**
 * A script that is parsed while it loads is parsed again for each page of a process. The setting of Blink
 * (`scriptStreamingEnabled`) does not reach modules, which all scripts of the app are.
 */
export const scriptsCompiledOnce = withoutFeatures('ScriptStreaming');
