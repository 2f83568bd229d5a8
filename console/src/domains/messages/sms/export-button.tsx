import { sms, type SmsFilter } from '@hufu/contract/messages/sms'
import { useAction } from '../../../platform/calls.ts'
import { useSheet } from '../../../ui/list/use-sheet.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { text } from './text.ts'

/** What the filters find, as a sheet. */
export function ExportButton({ filters }: { filters: SmsFilter }) {
  const start = useAction(sms.exportExcel)
  const sheet = useSheet(text.exporting, uuid => start.run({ query: { uuid, query: JSON.stringify(filters) } }))
  return (
    <>
      <ActButton call={sms.exportExcel} loading={start.pending} onClick={() => void sheet.begin()}>
        {text.export}
      </ActButton>
      {sheet.dialog}
    </>
  )
}
