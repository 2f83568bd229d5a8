export { GridOrSheet, type Typing } from './grid-or-sheet.tsx'
export type { SheetImport } from './sheet-import.ts'
