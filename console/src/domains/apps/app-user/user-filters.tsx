import { appRole } from '@hufu/contract/apps/app-role'
import { type AppUser, appUser } from '@hufu/contract/apps/app-user'
import { Button } from 'antd'
import { useId } from 'react'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { Can } from '../../../ui/can.tsx'
import type { Selection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { StatusFilter } from '../../../ui/list/search/status-filter.tsx'
import { SearchBar, SearchField, type SearchProps } from '../../../ui/list/search/search-bar.tsx'
import { OrgSelect } from '../../../pickers/org/org-select.tsx'
import { text } from './text.ts'
import type { UserActs } from './user-acts.ts'

export const NO_FILTERS = { searchKey: '', orgId: '', status: '', source: '' }

interface AppChoice {
  apps: readonly { id: string; name: string }[]
  appId: string
  onApp: (appId: string) => void
}

/** The application, and a search for users in it. */
export function Filters({ apps, appId, onApp, ...search }: AppChoice & SearchProps) {
  return (
    <SearchBar {...search}>
      <AppField apps={apps} appId={appId} onApp={onApp} />
      <TextFilter name="searchKey" label={text.columns.searchKey} placeholder={text.search} />
      <SearchField name="orgId" label={text.columns.org}>
        <OrgSelect canClear />
      </SearchField>
      <StatusFilter name="status" label={text.columns.status} />
      <ChoiceFilter name="source" label={text.columns.source} options={sources} />
    </SearchBar>
  )
}

/** Takes effect without a search press, as all operations of the page apply to this application. */
function AppField({ apps, appId, onApp }: AppChoice) {
  const id = useId()
  const options = apps.map(one => ({ value: one.id, label: one.name }))
  return (
    <div className="search-field">
      <label htmlFor={id}>{text.app}</label>
      <div className="search-control">
        <SelectField id={id} options={options} value={appId} onChange={onApp} />
      </div>
    </div>
  )
}

/** Operations on the ticked users. */
export function Batch({ selection, acts, onAssign }: { selection: Selection<AppUser>; acts: UserActs; onAssign: () => void }) {
  return (
    <BatchBar of={selection}>
      <Can call={appRole.addUser}>
        <Button size="small" onClick={onAssign}>
          {text.tools.roles}
        </Button>
      </Can>
      <ActButton call={appUser.setStatus} size="small" onClick={() => acts.setStatus(selection.rows, 1)}>
        {text.tools.enable}
      </ActButton>
      <ActButton call={appUser.setStatus} size="small" onClick={() => acts.setStatus(selection.rows, 0)}>
        {text.tools.disable}
      </ActButton>
      <ActButton call={appUser.remove} size="small" danger onClick={() => acts.remove(selection.rows)}>
        {text.tools.remove}
      </ActButton>
    </BatchBar>
  )
}

const sources = [
  { value: '', label: text.any },
  { value: 'direct', label: text.sources.direct },
  { value: 'group', label: text.sources.group },
]
