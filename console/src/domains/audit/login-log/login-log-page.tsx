import { loginLog, type LoginLog, loginTypes } from '@hufu/contract/audit/login-log'
import { useCall, useAction } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { DateRangeField } from '../../../ui/list/search/date-range.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import type { Opened } from '../../../pickers/diagnosis/diagnosis-drawer.tsx'
import { useLoginActs } from './use-login-acts.ts'
import { ConfirmedSheetButton } from '../../../ui/list/sheet-button.tsx'

const LoginDrawer = lazyComponent(() => import('./login-drawer.tsx'))
const NO_FILTERS = { beginTime: '', endTime: '', userName: '', result: '', ip: '', realName: '', loginType: '' }
const words = text.fields

const DiagnosisDrawer = lazyComponent(() => import('../../../pickers/diagnosis/diagnosis-drawer.tsx'))

/** All sign-in attempts, with address and reason of failure. */
export default function LoginLogPage() {
  const list = useList(NO_FILTERS)
  const filters = { ...list.filters, result: flagIn(list.filters.result) }
  const rows = useCall(loginLog.page, { query: { ...list.paging, ...filters }, keepPrevious: true })
  const detail = useDialog<LoginLog>()
  const dialog = useDialog<Opened>()
  const toolsOf = useLoginActs(dialog.open)
  // After unlocking, the drawer shows the row of the reloaded list.
  const shown = detail.item && (rows.data?.records.find(row => row.id === detail.item!.id) ?? detail.item)
  return (
    <ListPage<LoginLog>
      words={text}
      actions={<ExportButton filters={filters} found={rows.data} />}
      list={list}
      search={
        <SearchBar {...list.search}>
          <DateRangeField label={words.loginTime} begin="beginTime" end="endTime" endsToday withLong />
          <TextFilter name="userName" label={words.userName} />
          <ChoiceFilter name="result" label={words.result} options={results} />
          <TextFilter name="ip" label={words.ip} />
          <TextFilter name="realName" label={words.realName} />
          <ChoiceFilter name="loginType" label={words.loginType} options={types} />
        </SearchBar>
      }
      of={rows}
      columns={columnsOf({ onDetail: detail.open, toolsOf })}
      rowName={row => row.userName}
    >
      {dialog.item && <DiagnosisDrawer of={dialog.item} onClose={dialog.close} />}
      {shown && <LoginDrawer row={shown} tools={toolsOf(shown)} onClose={detail.close} />}
    </ListPage>
  )
}

const any = { value: '', label: text.any }
const results = [any, { value: '1', label: text.success }, { value: '0', label: text.failure }]
const types = [any, ...Object.entries(loginTypes).map(([value, label]) => ({ value, label }))]

const exportText = text.exporting

interface ExportProps {
  filters: Record<string, unknown>
  found: { total: number; more: boolean } | undefined
}

/** Exports everything the filters find, as a sheet. */
function ExportButton({ filters, found }: ExportProps) {
  const { run } = useAction(loginLog.exportExcel)
  return (
    <ConfirmedSheetButton
      call={loginLog.exportExcel}
      start={uuid => run({ query: { uuid, query: JSON.stringify(filters) } })}
      words={exportText}
      question={exportText.ask(found?.total ?? 0, found?.more ?? false)}
      total={found?.total}
    />
  )
}
