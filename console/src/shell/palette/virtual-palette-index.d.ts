/** The module palette-index-plugin.ts makes when the console is built. */
declare module 'virtual:palette-index' {
  export const index: import('./palette-index.ts').PaletteIndex
}
