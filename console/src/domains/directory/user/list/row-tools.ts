import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { MAIN_JOB, type User, user, userPush } from '@hufu/contract/directory/user'
import { useSession } from '../../../../platform/session.ts'
import { useMay } from '../../../../ui/permitted.ts'
import type { Tool } from '../../../../ui/list/row-tools.tsx'
import { unlockPermit } from '@hufu/contract/sign-in/unlock-permit'
import { targetOf } from '../dialogs/user-target.ts'
import type { Act } from '../dialogs/act-dialogs.tsx'
import { text } from '../text.ts'
import type { UserActs } from '../dialogs/use-user-acts.ts'

/** A status that is only shown, never stored. */
const LOCKED = 2

interface ToolOptions {
  acts: UserActs
  open: (act: Act) => void
  orgId: string
  /** The list is one organisation, so its order is the order of the rows. */
  isOneOrg: boolean
}

/** Operations on one user, without those the caller may not use. */
export function useRowTools({ acts, open, orgId, isOneOrg }: ToolOptions): (row: User) => readonly (Tool | false)[] {
  const may = useMay()
  const me = useSession(person => person.id)
  return row => {
    const builtIn = row.id === BUILT_IN_ACCOUNT ? text.tools.builtIn : undefined
    const own = builtIn ?? (row.id === me ? text.tools.own : undefined)
    const status = row.status === 0 ? 1 : 0
    return [
      row.status === LOCKED && may({ permit: unlockPermit }) && { label: text.tools.unlock, onClick: () => open({ kind: 'unlock', row }) },
      may(user.update) && { label: text.tools.edit, to: `/organiz/user/${row.id}` },
      may(user.resetPassword) && { label: text.tools.reset, onClick: () => open({ kind: 'reset', aim: targetOf(row) }) },
      may(user.setStatus) && {
        label: status ? text.tools.enable : text.tools.disable,
        disabledBecause: status ? undefined : own,
        onClick: () => acts.setStatus(targetOf(row), status),
      },
      isOneOrg && { label: text.tools.top, call: user.sortTop, onClick: () => void acts.putFirst(orgId, row.id) },
      isOneOrg && { label: text.tools.bottom, call: user.sortBottom, onClick: () => void acts.putLast(orgId, row.id) },
      isOneOrg && { label: text.tools.move, call: user.sortMove, onClick: () => open({ kind: 'move', row }) },
      row.jobType === MAIN_JOB && { label: text.tools.sortNum, call: user.setSortNum, onClick: () => open({ kind: 'sortNum', row }) },
      may(userPush) && { label: text.tools.push, onClick: () => open({ kind: 'push', aim: targetOf(row) }) },
      may(user.remove) && { label: text.tools.remove, danger: true, disabledBecause: own, onClick: () => acts.remove(targetOf(row)) },
    ]
  }
}
