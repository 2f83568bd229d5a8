/** What domains may use (rule 3) to have their sheets imported. */
export { attempt, type ProblemColumns } from './attempt.sql.ts'
export { readAnyTable, TableProblem } from './any-table.ts'
export { EXPORT_MAX, exportTable, readAttributes } from './export-table.ts'
export { kinds } from './kinds.ts'
export { OrgCodes, presentOrgs } from './orgs.sql.ts'
export { commitAsynchronously, updateTableStatistics } from './plan.sql.ts'
export { actingNow, callerScopeNow } from './scope.sql.ts'
export {
  refusedRow, sentence, type Change, type Column, type RowProblem, type ImportOptions, type RowChecker, type RowVerdict, type Planned, type ReadRow, type Refusals,
  type SheetKind, type Work, type Writer,
} from './sheet-kind.ts' // prettier-ignore
export { dryRun, startImport, template } from './start.ts'
export { text as importText } from './text.ts'
