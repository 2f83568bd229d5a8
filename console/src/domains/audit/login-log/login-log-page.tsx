import { loginLog, type LoginLog, loginTypes } from '@hufu/contract/audit/login-log'
import Input from 'antd/es/input/Input'
import { useCall } from '../../../platform/calls.ts'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { DateRangeField } from '../../../ui/list/date-range.tsx'
import { flagIn, pageSize } from '../../../ui/list/list-params.ts'
import { ListTools, useFold } from '../../../ui/list/list-tools.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search-bar.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { columnsOf } from './columns.tsx'
import { ExportButton } from './export-button.tsx'
import { text } from './text.ts'
import { useLoginActs } from './use-login-acts.ts'

const LoginDrawer = lazyComponent(() => import('./login-drawer.tsx'))
const NO_FILTERS = { beginTime: '', endTime: '', userName: '', result: '', ip: '', realName: '', loginType: '' }
const words = text.fields

/** Every attempt to sign in: whether it was they, from where, and why it failed. */
export default function LoginLogPage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const { current, size, result, ...typed } = params
  const filters = { ...typed, result: flagIn(result) }
  const rows = useCall(loginLog.page, { query: { current, size, ...filters }, keepPrevious: true })
  const detail = useDialog<LoginLog>()
  const fold = useFold()
  const toolsOf = useLoginActs()
  const narrow = (values: Partial<typeof NO_FILTERS>) => setParams({ ...values, current: 1 })
  // Unlocked meanwhile, the row in the drawer says so too.
  const shown = detail.item && (rows.data?.records.find(row => row.id === detail.item!.id) ?? detail.item)
  return (
    <Page title={text.title} description={text.description}>
      <Card>
        <SearchBar values={{ ...typed, result }} onSearch={narrow} onReset={() => narrow(NO_FILTERS)} hidden={fold.isFolded}>
          <DateRangeField label={words.loginTime} begin="beginTime" end="endTime" endsToday withLong />
          <SearchField name="userName" label={words.userName}>
            <Input maxLength={INPUT_MAX} allowClear />
          </SearchField>
          <SearchField name="result" label={words.result}>
            <NativeSelect options={results} />
          </SearchField>
          <SearchField name="ip" label={words.ip}>
            <Input maxLength={INPUT_MAX} allowClear />
          </SearchField>
          <SearchField name="realName" label={words.realName}>
            <Input maxLength={INPUT_MAX} allowClear />
          </SearchField>
          <SearchField name="loginType" label={words.loginType}>
            <NativeSelect options={types} />
          </SearchField>
        </SearchBar>
        <ListTools fold={fold} onRefresh={() => void rows.refetch()}>
          <ExportButton filters={filters} found={rows.data} />
        </ListTools>
        <DataTable<LoginLog>
          label={text.list}
          of={rows}
          columns={columnsOf({ onDetail: detail.open, toolsOf })}
          paging={params}
          onPage={setParams}
          rowName={row => row.userName}
          empty={{ title: text.none }}
          onClearFilters={list.isFiltered ? () => narrow(NO_FILTERS) : undefined}
        />
      </Card>
      {shown && <LoginDrawer row={shown} tools={toolsOf(shown)} onClose={detail.close} />}
    </Page>
  )
}

const any = { value: '', label: text.any }
const results = [any, { value: '1', label: text.success }, { value: '0', label: text.failure }]
const types = [any, ...Object.entries(loginTypes).map(([value, label]) => ({ value, label }))]
