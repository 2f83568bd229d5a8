import { app, appGroup } from '@hufu/contract/apps/app'
import { Select } from 'antd'
import { useCall } from '../platform/calls.ts'
import { chosenName } from '../ui/form/chosen-name.ts'
import { text } from './app-text.ts'

interface Props {
  /** The id of an application; '' means none. */
  value?: string | undefined
  onChange?: (id: string) => void
  id?: string
  'aria-label'?: string
  /** Leaves out disabled applications. */
  onlyEnabled?: boolean
  disabled?: boolean
}

/** A select for an application: by group, searched by name or code. */
export function AppSelect({ value = '', onChange, onlyEnabled = false, ...field }: Props) {
  const apps = useCall(app.list, { query: { hasOnlyEnable: onlyEnabled } })
  const groups = useCall(appGroup.list)
  const options = (groups.data ?? [])
    .map(group => ({
      label: group.name,
      options: (apps.data ?? [])
        .filter(each => each.appGroupId === group.id)
        .map(({ id, name, code }) => ({ value: id, label: name, title: `${name} ${code}`, sought: `${name} ${code}`.toLowerCase() })),
    }))
    .filter(group => group.options.length > 0)
  return (
    <Select<string | null>
      aria-label={text.app}
      className="app-select"
      showSearch={{
        filterOption: (typed, option) => option !== undefined && 'sought' in option && option.sought.includes(typed.trim().toLowerCase()),
      }}
      value={value === '' ? null : value}
      placeholder={text.choose}
      loading={apps.isFetching}
      labelRender={chosenName(apps.data && groups.data)}
      notFoundContent={text.nothing}
      options={options}
      onChange={chosen => onChange?.(chosen ?? '')}
      {...field}
    />
  )
}
