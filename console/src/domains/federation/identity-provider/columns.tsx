import { type IdentityProvider, identityProvider } from '@hufu/contract/federation/identity-provider'
import { isOn } from '../../../platform/flag.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { switchColumn } from '../../../ui/list/status-column.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.columns

interface ColumnContext {
  onEdit: (row: IdentityProvider) => void
  test: (row: IdentityProvider) => void
  setStatus: (row: IdentityProvider, status: 0 | 1) => void
  remove: (row: IdentityProvider) => void
}

/** The organisation is shown only where it is in the caller's scope. */
const newUserOrg = ({ rules, orgName }: IdentityProvider) =>
  !rules.makes ? text.notMade : orgName === null ? text.makesElsewhere : text.makesIn(orgName)

export const columnsOf = ({ onEdit, test, setStatus, remove }: ColumnContext): Columns<IdentityProvider> => [
  { key: 'name', title: words.name, dataIndex: 'name', width: 150, fixed: 'start' },
  { key: 'kind', title: words.kind, width: 124, render: (_, row) => <Tag>{text.kinds[row.kind]}</Tag> },
  { key: 'link', title: words.link, width: 116, render: (_, row) => text.rules[row.rules.link] },
  { key: 'makes', title: words.makes, width: 150, render: (_, row) => newUserOrg(row) },
  { key: 'links', title: words.links, dataIndex: 'linkCount', width: 96, align: 'right' },
  { key: 'shown', title: words.shown, width: 76, render: (_, row) => (isOn(row.isShown) ? text.shown : text.hidden) },
  { key: 'sortNum', title: words.sortNum, dataIndex: 'sortNum', width: 56, align: 'right', spare: true },
  switchColumn({
    title: words.status,
    width: 72,
    call: identityProvider.setStatus,
    label: row => text.statusOf(row.name),
    onChange: setStatus,
  }),
  toolColumn<IdentityProvider>(row => (
    <RowTools
      name={row.name}
      tools={[
        { label: text.edit, call: identityProvider.update, onClick: () => onEdit(row) },
        { label: text.test, call: identityProvider.test, onClick: () => test(row) },
        { label: text.remove, call: identityProvider.remove, danger: true, onClick: () => remove(row) },
      ]}
    />
  )),
]
