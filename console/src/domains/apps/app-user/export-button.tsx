import { appUser } from '@hufu/contract/apps/app-user'
import { useAction } from '../../../platform/calls.ts'
import { ConfirmedSheetButton } from '../../../ui/list/sheet-button.tsx'
import { text } from './text.ts'

const words = text.exporting

interface Props {
  appId: string
  filters: Record<string, unknown>
  total: number | undefined
}

/** Exports everybody the filters find, as a sheet. */
export function ExportButton({ appId, filters, total }: Props) {
  const { run } = useAction(appUser.exportExcel)
  return (
    <ConfirmedSheetButton
      call={appUser.exportExcel}
      start={uuid => run({ query: { uuid, appId, query: JSON.stringify(filters) } })}
      words={words}
      question={words.ask(total ?? 0)}
      total={total}
    />
  )
}
