/** Reads and writes tables as .xlsx. The interface for other folders. */
export { unguard } from './guard.ts'
export { TableError, tableLimits, type TableErrorKind, type TableLimits } from './limits.ts'
export { readTable } from './read.ts'
export type { TableBatch } from './sheet.ts'
export { writeTable, type TableColumn } from './write.ts'
