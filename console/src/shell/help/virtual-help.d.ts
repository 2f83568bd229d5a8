/** The module help-plugin.ts makes of docs/help. */
declare module 'virtual:help' {
  export const guides: readonly import('./guide.ts').Guide[]
  export const chapters: readonly import('./guide.ts').Chapter[]
}
