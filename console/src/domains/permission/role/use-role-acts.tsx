import { role, type Role } from '@hufu/contract/permission/role'
import { WorkflowUses } from '../../../pickers/review/workflow-uses.tsx'
import { notifier } from '../../../platform/client.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { roleName } from '../../../platform/names/role-names.ts'
import { useListActs } from '../../../ui/list/use-list-acts.ts'
import { refreshRights } from '../menu/refresh-rights.ts'
import { text } from './text.ts'

/** Calls that show roles, read again after a change. */
export const ROLE_LISTS = [role.page, role.list, role.byId] as const
const words = text.acts

const peopleIn = (rows: readonly Role[]) => rows.reduce((sum, row) => sum + row.userCount, 0)

export function useRoleActs(onDone: () => void) {
  const acts = useListActs<Role>({
    calls: role,
    refreshes: ROLE_LISTS,
    words: { ...words, ...text.tools },
    nameOf: row => roleName(row.name),
    statusText: (rows, status) => (status ? words.enableText(peopleIn(rows)) : words.disableText(peopleIn(rows))),
    removeText: rows => (
      <>
        <p>{words.removeText}</p>
        <WorkflowUses approverType="role" ids={rows.map(row => row.id)} />
      </>
    ),
    onDone: () => {
      onDone()
      inBackground(refreshRights())
    },
  })
  /** A role that is held cannot be deleted (X-SYSROLE-06), which is said before trying. */
  const remove = (row: Role) =>
    row.userCount > 0 ? notifier.alert(words.cannotRemove(roleName(row.name)), words.held(row.userCount)) : acts.remove(row)
  return { ...acts, remove }
}
export type RoleActs = ReturnType<typeof useRoleActs>
