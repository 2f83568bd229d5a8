/** The door of this feature for others (house rule 3). */
export { GridOrSheet, type Typing } from './grid-or-sheet.tsx'
export type { SheetImport } from './sheet-import.ts'
