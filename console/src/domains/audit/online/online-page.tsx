import { loginTypes } from '@hufu/contract/audit/login-log'
import { online, type OnlineSession } from '@hufu/contract/audit/online'
import { useCallback } from 'react'
import { Button } from 'antd'
import type { ReplyOf } from '@hufu/contract/call'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useSession } from '../../../platform/session.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { columnsOf, protectedReason, nameOf, useRowTools } from './columns.tsx'
import type { SureAct } from './sure-dialog.tsx'
import { text } from './text.ts'
import { useAutoRefresh, type Refreshing } from './use-auto-refresh.ts'
import { useOnlineActs } from './use-online-acts.ts'
import { Figures } from '../../../ui/figures.tsx'
import './online.css'

const SureDialog = lazyComponent(() => import('./sure-dialog.tsx'))
const NO_FILTERS = { searchKey: '', ip: '', isAdmin: '', loginType: '' }
const words = text.fields

/** Live sessions, and how to end them. */
export default function OnlinePage() {
  const list = useList(NO_FILTERS)
  const query = { ...list.params, isAdmin: flagIn(list.params.isAdmin) }
  const rows = useCall(online.page, { query, keepPrevious: true })
  const counts = useCall(online.tally)
  const own = useSession(person => person.id)
  const selection = useSelection<OnlineSession>(list.scope)
  const sure = useDialog<SureAct>()
  const acts = useOnlineActs({ onDone: selection.clear, askSurely: sure.open })
  const toolsOf = useRowTools({ onKick: row => acts.kick([row]), onLock: row => acts.lock([row]) }, own)
  const [refetchRows, refetchCounts] = [rows.refetch, counts.refetch]
  const refresh = useCallback(() => void Promise.all([refetchRows(), refetchCounts()]), [refetchRows, refetchCounts])
  const refreshing = useAutoRefresh(refresh, selection.ids.length > 0)
  return (
    <ListPage<OnlineSession>
      words={text}
      list={list}
      search={
        <SearchBar {...list.search}>
          <TextFilter name="searchKey" label={words.searchKey} placeholder={words.searchHint} />
          <TextFilter name="ip" label={words.ip} />
          <ChoiceFilter name="isAdmin" label={words.kind} options={kinds} />
          <ChoiceFilter name="loginType" label={words.loginType} options={types} />
        </SearchBar>
      }
      tools={
        <>
          <OnlineCounts of={counts.data} />
          <AutoRefresh of={refreshing} />
        </>
      }
      onRefresh={refresh}
      batch={
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
      }
      of={rows}
      columns={columnsOf(toolsOf)}
      rowName={nameOf}
      selection={selection}
      protectedReason={protectedReason}
    >
      {sure.item && <SureDialog act={sure.item} onClose={sure.close} />}
    </ListPage>
  )
}

const any = { value: '', label: text.any }
const kinds = [any, { value: '1', label: text.kinds.admin }, { value: '0', label: text.kinds.ordinary }]
const types = [any, ...Object.entries(loginTypes).map(([value, label]) => ({ value, label }))]

/** The numbers of sessions; dashes until loaded. */
function OnlineCounts({ of }: { of: ReplyOf<typeof online.tally> | undefined }) {
  const counts = (['people', 'admins', 'sessions'] as const).map(name => ({ name: text.tally[name], value: of?.[name] ?? '–' }))
  return <Figures label={text.tallyLabel} of={counts} />
}

const sentences: Record<Refreshing, string> = {
  on: text.refresh.every,
  paused: text.refresh.paused,
  held: text.refresh.held,
  idle: text.refresh.idle,
}

function AutoRefresh({ of }: { of: { state: Refreshing; isPaused: boolean; toggle: () => void } }) {
  return (
    <span className="online-refresh">
      {sentences[of.state]}
      {of.state !== 'held' && (
        <Button type="link" size="small" onClick={of.toggle}>
          {of.isPaused ? text.refresh.resume : text.refresh.pause}
        </Button>
      )}
    </span>
  )
}
