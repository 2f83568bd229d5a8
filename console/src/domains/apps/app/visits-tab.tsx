import { appVisit, type AppVisit } from '@hufu/contract/apps/app-visit'
import { Link } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { type Columns, DataTable } from '../../../ui/list/data-table.tsx'
import { DateRangeField } from '../../../ui/list/date-range.tsx'
import { ListHead, TextFilter } from '../../../ui/list/list-head.tsx'
import { flagIn, pageSize } from '../../../ui/list/list-params.ts'
import { useMayOpen } from '../../../ui/permitted.ts'
import { SearchField } from '../../../ui/list/search-bar.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { text as words } from './detail-text.ts'
import type { TabProps } from './tab-form.tsx'
import { text } from './text.ts'

const own = words.visits
const NO_FILTERS = { beginTime: '', endTime: '', searchKey: '', result: '', ip: '' }

/** Who came to this application and who was refused, and why. */
export default function VisitsTab({ of }: TabProps) {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), ...NO_FILTERS })
  const { current, size, result, ...typed } = params
  const query = { appId: of.id, current, size, ...typed, result: flagIn(result) }
  const rows = useCall(appVisit.page, { query, keepPrevious: true })
  const narrow = (values: Partial<typeof NO_FILTERS>) => setParams({ ...values, current: 1 })
  const clear = () => narrow(NO_FILTERS)
  return (
    <>
      <ListHead values={{ ...typed, result }} onSearch={narrow} onReset={clear} onRefresh={() => void rows.refetch()}>
        <TextFilter name="searchKey" label={own.person} />
        <SearchField name="result" label={own.result}>
          <NativeSelect options={results} />
        </SearchField>
        <DateRangeField label={own.time} begin="beginTime" end="endTime" endsToday withLong />
        <TextFilter name="ip" label={own.ip} />
      </ListHead>
      <DataTable<AppVisit>
        label={own.list}
        of={rows}
        columns={columns}
        paging={params}
        onPage={setParams}
        rowName={nameOf}
        empty={{ title: own.none, hint: own.noneHint }}
        onClearFilters={list.isFiltered ? clear : undefined}
      />
    </>
  )
}

const results = [
  { value: '', label: own.any },
  { value: '1', label: own.letIn },
  { value: '0', label: own.turnedAway },
]
const nameOf = ({ realName, userId }: AppVisit) => realName ?? userId

const columns: Columns<AppVisit> = [
  { key: 'visitTime', title: own.time, fixed: 'start', width: 168, render: (_, row) => <Time at={row.visitTime} /> },
  { key: 'realName', title: own.name, width: 104, ellipsis: true, render: (_, row) => <Person of={row} /> },
  { key: 'userName', title: own.account, width: 112, ellipsis: true, render: (_, row) => row.userName },
  { key: 'result', title: own.result, width: 200, render: (_, row) => <Result of={row} /> },
  {
    key: 'protocol',
    title: own.protocol,
    width: 80,
    render: (_, row) => text.protocolBriefs[row.protocol as keyof typeof text.protocolBriefs],
  },
  { key: 'ip', title: own.ip, dataIndex: 'ip', width: 128, ellipsis: true },
  {
    key: 'device',
    title: own.device,
    width: 168,
    ellipsis: true,
    render: (_, { browser, os }) => [browser, os].filter(part => part !== '').join(' / '),
  },
]

function Person({ of }: { of: AppVisit }) {
  const mayOpen = useMayOpen()
  if (of.realName === null || !mayOpen('/organiz/detail')) return nameOf(of)
  return <Link to={`/organiz/detail?id=${of.userId}`}>{of.realName}</Link>
}

function Result({ of: { fault } }: { of: AppVisit }) {
  return fault === '' ? <StatusTag tone="good">{own.letIn}</StatusTag> : <StatusTag tone="bad">{own.faults[fault]}</StatusTag>
}
