import { loginTypes } from '@hufu/contract/audit/login-log'
import { online, type OnlineSession } from '@hufu/contract/audit/online'
import Input from 'antd/es/input/Input'
import { useCallback } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useSession } from '../../../platform/session.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { flagIn, pageSize } from '../../../ui/list/list-params.ts'
import { ListTools, useFold } from '../../../ui/list/list-tools.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search-bar.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { columnsOf, keptBecause, nameOf, useRowTools } from './columns.tsx'
import { AutoRefresh, OnlineCounts } from './online-counts.tsx'
import type { SureAct } from './sure-dialog.tsx'
import { text } from './text.ts'
import { useAutoRefresh } from './use-auto-refresh.ts'
import { useOnlineActs } from './use-online-acts.ts'
import './online.css'

const SureDialog = lazyComponent(() => import('./sure-dialog.tsx'))
const NO_FILTERS = { searchKey: '', ip: '', isAdmin: '', loginType: '' }
const words = text.fields

/** Who is signed in, and a way to end that. */
export default function OnlinePage() {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const { current, size, ...typed } = params
  const query = { current, size, ...typed, isAdmin: flagIn(typed.isAdmin) }
  const rows = useCall(online.page, { query, keepPrevious: true })
  const counts = useCall(online.tally)
  const own = useSession(person => person.id)
  const selection = useSelection<OnlineSession>(list.scope)
  const sure = useDialog<SureAct>()
  const fold = useFold()
  const acts = useOnlineActs({ onDone: selection.clear, askSurely: sure.open })
  const toolsOf = useRowTools({ onKick: row => acts.kick([row]), onLock: row => acts.lock([row]) }, own)
  const [refetchRows, refetchCounts] = [rows.refetch, counts.refetch]
  const refresh = useCallback(() => void Promise.all([refetchRows(), refetchCounts()]), [refetchRows, refetchCounts])
  const refreshing = useAutoRefresh(refresh, selection.ids.length > 0)
  const narrow = (values: Partial<typeof NO_FILTERS>) => setParams({ ...values, current: 1 })
  return (
    <Page title={text.title} description={text.description}>
      <Card>
        <OnlineCounts of={counts.data} />
        <SearchBar values={typed} onSearch={narrow} onReset={() => narrow(NO_FILTERS)} hidden={fold.isFolded}>
          <SearchField name="searchKey" label={words.searchKey}>
            <Input maxLength={INPUT_MAX} placeholder={words.searchHint} allowClear />
          </SearchField>
          <SearchField name="ip" label={words.ip}>
            <Input maxLength={INPUT_MAX} allowClear />
          </SearchField>
          <SearchField name="isAdmin" label={words.kind}>
            <NativeSelect options={kinds} />
          </SearchField>
          <SearchField name="loginType" label={words.loginType}>
            <NativeSelect options={types} />
          </SearchField>
        </SearchBar>
        <ListTools fold={fold} onRefresh={refresh}>
          <AutoRefresh of={refreshing} />
        </ListTools>
        <BatchBar of={selection}>
          <ActButton call={online.kick} size="small" onClick={() => acts.kick(selection.rows)}>
            {text.tools.kick}
          </ActButton>
          <ActButton
            call={online.kickAndLock}
            size="small"
            danger
            onClick={() => acts.lock(selection.rows.filter(row => row.userId !== own))}
          >
            {text.tools.lock}
          </ActButton>
        </BatchBar>
        <DataTable<OnlineSession>
          label={text.list}
          of={rows}
          columns={columnsOf(toolsOf)}
          paging={params}
          onPage={setParams}
          rowName={nameOf}
          selection={selection}
          keptBecause={keptBecause}
          empty={{ title: text.none }}
          onClearFilters={list.isFiltered ? () => narrow(NO_FILTERS) : undefined}
        />
      </Card>
      {sure.item && <SureDialog act={sure.item} onClose={sure.close} />}
    </Page>
  )
}

const any = { value: '', label: text.any }
const kinds = [any, { value: '1', label: text.kinds.admin }, { value: '0', label: text.kinds.ordinary }]
const types = [any, ...Object.entries(loginTypes).map(([value, label]) => ({ value, label }))]
