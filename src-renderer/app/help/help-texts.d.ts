declare module 'virtual:help-texts' {
  export const helpTexts: import('../../../docs/scripts/help-pages.ts').HelpTexts;
}
