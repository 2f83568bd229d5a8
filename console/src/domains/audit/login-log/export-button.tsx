import { loginLog } from '@hufu/contract/audit/login-log'
import { useAction } from '../../../platform/calls.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { useSheet } from '../../../ui/list/use-sheet.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { text } from './text.ts'

const words = text.exporting

interface Props {
  filters: Record<string, unknown>
  found: { total: number; more: boolean } | undefined
}

/** Everything the list has found, as a sheet. */
export function ExportButton({ filters, found }: Props) {
  const start = useAction(loginLog.exportExcel)
  const sheet = useSheet(words.title, uuid => start.run({ query: { uuid, query: JSON.stringify(filters) } }))
  const ask = () =>
    confirmAct({
      title: words.title,
      content: `${words.ask(found?.total ?? 0, found?.more ?? false)}${words.limit}`,
      okText: words.ok,
      run: sheet.begin,
    })
  const isEmpty = found?.total === 0
  return (
    <>
      <ActButton call={loginLog.exportExcel} disabled={isEmpty} title={isEmpty ? words.nothing : undefined} onClick={ask}>
        {words.button}
      </ActButton>
      {sheet.dialog}
    </>
  )
}
