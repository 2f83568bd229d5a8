import { loginLog } from '@hufu/contract/audit/login-log'
import { useAction } from '../../../platform/calls.ts'
import { ConfirmedSheetButton } from '../../../ui/list/sheet-button.tsx'
import { text } from './text.ts'

const words = text.exporting

interface Props {
  filters: Record<string, unknown>
  found: { total: number; more: boolean } | undefined
}

/** Exports everything the filters find, as a sheet. */
export function ExportButton({ filters, found }: Props) {
  const { run } = useAction(loginLog.exportExcel)
  return (
    <ConfirmedSheetButton
      call={loginLog.exportExcel}
      start={uuid => run({ query: { uuid, query: JSON.stringify(filters) } })}
      words={words}
      question={words.ask(found?.total ?? 0, found?.more ?? false)}
      total={found?.total}
    />
  )
}
