import { CloseOutlined } from '@ant-design/icons'
import type { SegregatedRole, SeparationState } from '@hufu/contract/permission/separation'
import { Button } from 'antd'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useSession } from '../../../platform/session.ts'
import { StatusTag } from '../../../ui/tag.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { text } from './text.ts'
import { ownerOf, type useSeparationActs } from './use-separation.ts'

const UserDialog = lazyComponent(() => import('../../../pickers/user/user-dialog.tsx'))

interface Props {
  state: SeparationState
  segregatedRole: SegregatedRole
  acts: ReturnType<typeof useSeparationActs>
}

/** One segregated role: its tasks, its holders, and whether they agree to the pending change. */
export function SegregatedRoleCard({ state, segregatedRole, acts }: Props) {
  const dialog = useDialog()
  const own = useSession(person => person.id)
  const { holders, agreed, agreedBy } = ownerOf(state, segregatedRole)
  const { name, does } = text.segregatedRoles[segregatedRole]
  return (
    <li className="segregated-role">
      <h3>{name}</h3>
      <p className="segregated-role-does">{does}</p>
      {holders.length === 0 && <p className="segregated-role-nobody">{text.nobody}</p>}
      <ul className="segregated-role-holders" aria-label={text.holdersOf(name)}>
        {holders.map(holder => (
          <li key={holder.id}>
            <span>
              {holder.realName}
              <small>{holder.userName}</small>
            </span>
            {!holder.isAble && <StatusTag tone="bad">{text.notAble}</StatusTag>}
            {state.mayAppoint && holder.id !== own && (
              <Button
                size="small"
                type="text"
                icon={<CloseOutlined />}
                aria-label={text.remove(holder.realName)}
                onClick={() => acts.dismiss(segregatedRole, holder)}
              />
            )}
          </li>
        ))}
      </ul>
      <footer>
        <span className={agreed === null ? 'segregated-role-silent' : 'segregated-role-agreed'}>
          {agreed === null ? text.notAgreed : text.agreed(agreed, agreedBy ?? '')}
        </span>
        {state.mayAppoint && (
          <Button size="small" onClick={() => dialog.open()} aria-label={text.addTitle(name)}>
            {text.add}
          </Button>
        )}
      </footer>
      {dialog.isOpen && (
        <UserDialog title={text.addTitle(name)} onChoose={users => acts.appoint(segregatedRole, users)} onClose={dialog.close} />
      )}
    </li>
  )
}
