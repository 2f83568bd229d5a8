import { incorrectLogin, type IncorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import Input from 'antd/es/input/Input'
import { useCall } from '../../../platform/calls.ts'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { useSession } from '../../../platform/session.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { DateRangeField } from '../../../ui/list/date-range.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { ListTools, useFold } from '../../../ui/list/list-tools.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search-bar.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { type FreshPassword, PasswordsDialog, ResetDialog } from '../../directory/index.ts'
import { columnsOf, keptBecause, useRowTools } from './columns.tsx'
import { text } from './text.ts'
import { useUnlock } from './use-unlock.ts'

const NO_FILTERS = { searchKey: '', locked: 'true', ip: '', beginTime: '', endTime: '' }
const words = text.fields

/** Whose sign-in failed too often: the forgetful are let in, attacks are seen. */
export default function IncorrectLoginPage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const { current, size, ...typed } = params
  const query = { current, size, ...typed, locked: typed.locked === '' ? undefined : typed.locked === 'true' }
  const rows = useCall(incorrectLogin.page, { query, keepPrevious: true })
  const own = useSession(person => person.id)
  const selection = useSelection<IncorrectLogin>(list.scope)
  const reset = useDialog<IncorrectLogin>()
  const fresh = useDialog<FreshPassword[]>()
  const fold = useFold()
  const unlock = useUnlock(selection.clear)
  const toolsOf = useRowTools({ onUnlock: row => unlock([row]), onReset: reset.open }, own)
  const narrow = (values: Partial<typeof NO_FILTERS>) => setParams({ ...values, current: 1 })
  /** The lock falls with the old password. */
  const afterReset = (passwords: FreshPassword[]) => {
    inBackground(rows.refetch())
    // The dialog that started it closes in the same breath.
    if (passwords.length > 0) setTimeout(() => fresh.open(passwords))
  }
  return (
    <Page title={text.title} description={text.description}>
      <Card>
        <SearchBar values={typed} onSearch={narrow} onReset={() => narrow(NO_FILTERS)} hidden={fold.isFolded}>
          <SearchField name="searchKey" label={words.searchKey}>
            <Input maxLength={INPUT_MAX} placeholder={words.searchHint} allowClear />
          </SearchField>
          <SearchField name="locked" label={words.state}>
            <NativeSelect options={states} />
          </SearchField>
          <SearchField name="ip" label={words.ip}>
            <Input maxLength={INPUT_MAX} allowClear />
          </SearchField>
          <DateRangeField label={words.time} begin="beginTime" end="endTime" endsToday withLong />
        </SearchBar>
        <ListTools fold={fold} onRefresh={() => void rows.refetch()} />
        <BatchBar of={selection}>
          <ActButton call={incorrectLogin.unlock} size="small" onClick={() => unlock(selection.rows)}>
            {text.tools.unlock}
          </ActButton>
        </BatchBar>
        <DataTable<IncorrectLogin>
          label={text.list}
          of={rows}
          columns={columnsOf(toolsOf)}
          paging={params}
          onPage={setParams}
          rowName={row => row.loginName}
          selection={selection}
          keptBecause={keptBecause(own)}
          empty={{ title: text.none, hint: text.noneHint }}
          onClearFilters={list.isFiltered ? () => narrow(NO_FILTERS) : undefined}
        />
      </Card>
      {reset.item && <ResetDialog aim={aimAt(reset.item)} onReset={afterReset} onClose={reset.close} />}
      {fresh.item && <PasswordsDialog passwords={fresh.item} onClose={fresh.close} />}
    </Page>
  )
}

const aimAt = ({ userId, realName, loginName }: IncorrectLogin) => ({
  whom: text.whom(realName ?? loginName, loginName),
  count: 1,
  ids: [userId!],
})

const states = [
  { value: 'true', label: text.states.locked },
  { value: 'false', label: text.states.open },
  { value: '', label: text.any },
]
