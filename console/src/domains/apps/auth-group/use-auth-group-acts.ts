import { authGroup, type AuthGroup } from '@hufu/contract/apps/auth-group'
import { isOn } from '../../../platform/flag.ts'
import { useListActs } from '../../../ui/list/use-list-acts.ts'
import { text } from './text.ts'

/** Calls that show permission groups, read again after a change. */
export const GROUP_LISTS = [authGroup.page, authGroup.list, authGroup.byId] as const
const words = text.acts

const peopleIn = (rows: readonly AuthGroup[]) => rows.reduce((sum, row) => sum + row.userCount, 0)
/** The users whom these groups entitle today. */
const usersOfEnabled = (rows: readonly AuthGroup[]) => peopleIn(rows.filter(row => isOn(row.status)))

export const useAuthGroupActs = (onDone: () => void) =>
  useListActs<AuthGroup>({
    calls: authGroup,
    refreshes: GROUP_LISTS,
    words: { ...words, ...text.tools },
    nameOf: row => row.name,
    statusText: (rows, status) => (status ? words.enableText(peopleIn(rows)) : words.disableText(usersOfEnabled(rows))),
    removeText: rows => words.removeText(usersOfEnabled(rows)),
    onDone,
  })
export type AuthGroupActs = ReturnType<typeof useAuthGroupActs>
