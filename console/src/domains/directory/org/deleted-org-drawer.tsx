import { type DeletedOrg, org } from '@hufu/contract/directory/org'
import { Drawer } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { text } from './text.ts'

interface Props {
  id: string
  onClose: () => void
  onRecover: (row: DeletedOrg) => void
}
const DRAWER_WIDTH = 720
const words = text.deleted

export function DeletedOrgDrawer({ id, onClose, onRecover }: Props) {
  const found = useCall(org.deletedById, { query: { id }, quietly: true })
  const row = found.data
  return (
    <Drawer
      open
      size={DRAWER_WIDTH}
      title={row?.name ?? words.drawer}
      onClose={onClose}
      closable={{ 'aria-label': uiText.dialog.close }}
      extra={
        row && (
          <ActButton call={org.recover} type="primary" onClick={() => onRecover(row)}>
            {words.recover}
          </ActButton>
        )
      }
    >
      <Loaded of={found}>{data => <Descriptions of={factsOf(data)} />}</Loaded>
    </Drawer>
  )
}

function factsOf(row: DeletedOrg) {
  const { dialog } = text
  return [
    [dialog.name, row.name],
    [dialog.code, <code key="code">{row.code}</code>],
    [words.formerParent, row.parentName],
    [dialog.shortName, row.shortName],
    [dialog.orgType, row.orgTypeName],
    [dialog.originOrgId, row.originOrgId],
    [dialog.leader, row.leader],
    [dialog.phone, row.phone],
    [dialog.address, row.address],
    [dialog.remark, row.remark],
    [words.deletedAt, row.deleteTime],
    [words.deletedBy, row.deleteBy],
  ] as const
}
