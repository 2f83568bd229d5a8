import { sms, type SmsFilter } from '@hufu/contract/sms'
import { Button } from 'antd'
import { useAction } from '../../kernel/calls.ts'
import { useSheet } from '../../parts/use-sheet.tsx'
import { text } from './text.ts'

/** What the filters find, as a sheet. */
export function ExportButton({ filters }: { filters: SmsFilter }) {
  const start = useAction(sms.exportExcel)
  const sheet = useSheet(text.exporting, uuid => start.run({ query: { uuid, query: JSON.stringify(filters) } }))
  return (
    <>
      <Button loading={start.pending} onClick={() => void sheet.begin()}>
        {text.export}
      </Button>
      {sheet.dialog}
    </>
  )
}
