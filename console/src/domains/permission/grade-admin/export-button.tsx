import { gradeAdmin } from '@hufu/contract/permission/grade-admin'
import { useAction } from '../../../platform/calls.ts'
import { useSheet } from '../../../ui/list/use-sheet.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import type { GradeQuery } from './grade-rows.tsx'
import { text } from './text.ts'

/** The grants the filters find, as a sheet. */
export function ExportButton({ query }: { query: GradeQuery }) {
  const start = useAction(gradeAdmin.exportExcel)
  const sheet = useSheet(text.exporting, uuid => start.run({ query: { uuid, query: JSON.stringify(query) } }))
  return (
    <>
      <ActButton call={gradeAdmin.exportExcel} loading={start.pending} onClick={() => void sheet.begin()}>
        {text.export}
      </ActButton>
      {sheet.dialog}
    </>
  )
}
