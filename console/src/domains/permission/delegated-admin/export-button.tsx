import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { useAction } from '../../../platform/calls.ts'
import { useSheet } from '../../../ui/list/use-sheet.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import type { DelegationQuery } from './delegation-rows.tsx'
import { text } from './text.ts'

/** The grants the filters find, as a sheet. */
export function ExportButton({ query }: { query: DelegationQuery }) {
  const start = useAction(delegatedAdmin.exportExcel)
  const sheet = useSheet(text.exporting, uuid => start.run({ query: { uuid, query: JSON.stringify(query) } }))
  return (
    <>
      <ActButton call={delegatedAdmin.exportExcel} loading={start.pending} onClick={() => void sheet.begin()}>
        {text.export}
      </ActButton>
      {sheet.dialog}
    </>
  )
}
