/** Tables in and out: .xlsx and nothing else. The door of this folder. */
export { unguard } from './guard.ts'
export { TableFault, tableLimits, type TableFaultKind, type TableLimits } from './limits.ts'
export { readTable } from './read.ts'
export type { TableBatch } from './sheet.ts'
export { writeTable, type TableColumn } from './write.ts'
