import { storeFile, XLSX } from '../platform/files/files.ts'
import { writeTable } from './xlsx/index.ts'
import { reportRows, type Plan, type ReportRow } from './plan.sql.ts'
import type { Column, RowProblem, SheetKind, Work } from './sheet-kind.ts'
import { text } from './text.ts'

const BATCH = 2000

const reasonOf = ({ column, message }: RowProblem) => (column === '' || message.startsWith(column) ? message : `${column}：${message}`)

/**
 * The sheet with the result of each row. Refused rows are returned as sent, to be corrected and sent again; in others
 * phones and ID numbers are masked.
 */
export async function writeResult(
  work: Work,
  kind: SheetKind,
  plan: Plan,
  onlyRefused: boolean,
  report: (done: number) => Promise<void>,
): Promise<string> {
  const columns = kind.columns(plan.options)
  const shown = plan.titles.map(title => columns.find(column => column.title === title)!)
  async function* rows() {
    let after = 0
    for (;;) {
      const batch = await reportRows(work.db, plan.id, after, BATCH, onlyRefused)
      if (batch.length === 0) return
      after = batch.at(-1)!.row
      yield batch.map(row => [...cellsOf(work, shown, row), text.verdicts[row.verdict], row.problems.map(reasonOf).join('；')])
      await report(after)
    }
  }
  const table = writeTable([...shown.map(({ title }) => ({ title })), { title: text.verdict }, { title: text.reason, width: 40 }], rows())
  const fileName = onlyRefused ? text.errorFile(plan.fileName) : text.resultFile(plan.fileName)
  return storeFile(work.db, { fileName, contentType: XLSX, ownerId: plan.ownerId, purpose: 'taskResult', temporary: true }, table)
}

function cellsOf(work: Work, columns: readonly Column[], row: ReportRow): string[] {
  return columns.map((column, n) => {
    const cell = row.cells[n] ?? ''
    if (!column.secret || cell === '') return cell
    const open = work.kernel.keys.openField(cell)
    return row.verdict === 'refused' ? open : column.secret(open)
  })
}
