/** Tables in and out: .xlsx and nothing else. This file is what other folders import. */
export { unguard } from './guard.ts'
export { TableError, tableLimits, type TableFaultKind, type TableLimits } from './limits.ts'
export { readTable } from './read.ts'
export type { TableBatch } from './sheet.ts'
export { writeTable, type TableColumn } from './write.ts'
