/** The door of this feature for others (house rule 3). */
export { ImportWizard } from './import-wizard.tsx'
export type { SheetImport } from './sheet-import.ts'
