import { type DeputyOf, review } from '@hufu/contract/governance/review'
import { useCall } from '../../../platform/calls.ts'
import { type Columns, DataTable } from '../../../ui/list/data-table.tsx'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useLocalList } from '../../../ui/list/use-local-list.ts'
import { DeputyState } from './deputy-state.tsx'
import { text } from './reviewer-text.ts'

const words = text.allDeputies
const NO_FILTERS = { name: '', inForce: '' }
const states = [
  { value: '', label: words.all },
  { value: 'true', label: words.inForce },
]
const columns: Columns<DeputyOf> = [
  { key: 'userName', title: words.user, dataIndex: 'userName', width: 140 },
  { key: 'deputyName', title: words.deputy, dataIndex: 'deputyName', width: 140 },
  { key: 'time', title: words.time, width: 320, render: (_, row) => text.deputies.until(row.beginTime, row.endTime) },
  { key: 'scope', title: words.scope, width: 160, render: (_, row) => text.deputies.scopes[row.objectType ?? 'all'] },
  { key: 'state', title: words.state, width: 100, render: (_, row) => <DeputyState of={row} /> },
]

/** All deputies in the administrator's scope. */
export default function AllDeputies() {
  const list = useLocalList(NO_FILTERS)
  const { name, inForce } = list.filters
  const rows = useCall(review.pageDeputies, {
    query: { ...list.paging, ...(name && { name }), ...(inForce && { inForce: true }) },
    keepPrevious: true,
  })
  return (
    <>
      <SearchBar {...list.search}>
        <TextFilter name="name" label={words.name} placeholder={words.namePlaceholder} />
        <ChoiceFilter name="inForce" label={words.state} options={states} />
      </SearchBar>
      <DataTable<DeputyOf>
        {...list.table}
        label={words.list}
        of={rows}
        columns={columns}
        rowName={row => row.userName}
        empty={{ title: words.none, hint: words.noneHint }}
      />
    </>
  )
}
