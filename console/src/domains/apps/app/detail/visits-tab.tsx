import { appVisit, type AppVisit } from '@hufu/contract/apps/app-visit'
import { useCall } from '../../../../platform/calls.ts'
import { type Columns, DataTable } from '../../../../ui/list/data-table.tsx'
import { ChoiceFilter, TextFilter } from '../../../../ui/list/search/filters.tsx'
import { flagIn } from '../../../../ui/list/list-params.ts'
import { ListTools } from '../../../../ui/list/list-tools.tsx'
import { SearchBar } from '../../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../../ui/list/use-list.ts'
import { DateRangeField } from '../../../../ui/list/search/date-range.tsx'
import { UserLink } from '../../../../pickers/user/user-link.tsx'
import { StatusTag } from '../../../../ui/tag.tsx'
import { text as appText } from '../../../../pickers/app-text.ts'
import { text as detailText } from './detail-text.ts'
import type { TabProps } from '../../../../pickers/app-parts.ts'
import { text } from '../text.ts'

const own = detailText.visits
const NO_FILTERS = { beginTime: '', endTime: '', searchKey: '', result: '', ip: '' }

/** The sign-ins and refusals at this application, with reasons. */
export default function VisitsTab({ of }: TabProps) {
  const list = useList(NO_FILTERS)
  const query = { appId: of.id, ...list.params, result: flagIn(list.params.result) }
  const rows = useCall(appVisit.page, { query, keepPrevious: true })
  return (
    <>
      <SearchBar {...list.search}>
        <TextFilter name="searchKey" label={own.person} />
        <ChoiceFilter name="result" label={own.result} options={results} />
        <DateRangeField label={own.time} begin="beginTime" end="endTime" endsToday withLong />
        <TextFilter name="ip" label={own.ip} />
      </SearchBar>
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
      <DataTable<AppVisit>
        {...list.table}
        label={own.list}
        of={rows}
        columns={columns}
        rowName={nameOf}
        empty={{ title: own.none, hint: own.noneHint }}
      />
    </>
  )
}

const results = [
  { value: '', label: own.any },
  { value: '1', label: own.succeeded },
  { value: '0', label: own.turnedAway },
]
const nameOf = ({ realName, userId }: AppVisit) => realName ?? userId

const columns: Columns<AppVisit> = [
  { key: 'visitTime', title: own.time, dataIndex: 'visitTime', kind: 'happened', fixed: 'start', width: 144 },
  { key: 'realName', title: own.name, width: 104, render: (_, row) => <Person of={row} /> },
  { key: 'userName', title: own.account, width: 112, render: (_, row) => row.userName },
  { key: 'result', title: own.result, width: 200, render: (_, row) => <Result of={row} /> },
  {
    key: 'protocol',
    title: own.protocol,
    width: 80,
    render: (_, row) => text.protocolBriefs[row.protocol as keyof typeof text.protocolBriefs],
  },
  { key: 'ip', title: own.ip, dataIndex: 'ip', width: 128 },
  {
    key: 'device',
    title: own.device,
    width: 168,
    render: (_, { browser, os }) => [browser, os].filter(part => part !== '').join(' / '),
  },
]

const Person = ({ of }: { of: AppVisit }) => (of.realName === null ? nameOf(of) : <UserLink id={of.userId} realName={of.realName} />)

function Result({ of: { fault, agent } }: { of: AppVisit }) {
  return fault === '' ? (
    <StatusTag tone="good">{agent === '' ? own.succeeded : own.byAgent(agent)}</StatusTag>
  ) : (
    <StatusTag tone="bad">{appText.visitProblems[fault]}</StatusTag>
  )
}
