import type { UserBrief } from '@hufu/contract/directory/user'
import { positionAttributeList } from '@hufu/contract/directory/position-attribute-list'
import { workGroup } from '@hufu/contract/directory/work-group'
import { role } from '@hufu/contract/permission/role'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { text } from './design-text.ts'

export type Kind = 'user' | 'role' | 'post' | 'group'
const words = text.list

interface Named {
  id: string
  name: string
}

/** Names of approvers: users from the draft and as chosen, others from their lists. */
export function useNames(users: readonly Omit<UserBrief, 'orgName'>[]) {
  const [people, setPeople] = useState(() => new Map(users.map(one => [one.id, { ...one, orgName: null } as UserBrief])))
  const roles = useCall(role.list)
  const posts = useCall(positionAttributeList.post)
  const groups = useCall(workGroup.list)
  const lists = { role: roles.data, post: posts.data, group: groups.data }
  const nameOf = (kind: Kind, id: string): string => {
    if (kind === 'user') return people.get(id)?.realName ?? words.gone
    const list: readonly Named[] | undefined = lists[kind]
    return list?.find(one => one.id === id)?.name ?? (list ? words.gone : '')
  }
  return {
    nameOf,
    /** All of a kind, and those of `ids` that no longer exist. */
    optionsOf: (kind: 'role' | 'post' | 'group', ids: readonly string[]) => {
      const list: readonly Named[] = lists[kind] ?? []
      const gone = ids.filter(id => !list.some(one => one.id === id))
      return [...list.map(({ id, name }) => ({ value: id, label: name })), ...gone.map(id => ({ value: id, label: nameOf(kind, id) }))]
    },
    peopleOf: (ids: readonly string[]): UserBrief[] =>
      ids.map(id => people.get(id) ?? { id, userName: '', realName: words.gone, orgName: null }),
    learn: (found: readonly UserBrief[]) => setPeople(new Map([...people, ...found.map(one => [one.id, one] as const)])),
  }
}
export type Names = ReturnType<typeof useNames>

export const kindOf = (approverType: string): Kind => (approverType === 'pick' ? 'user' : (approverType as Kind))
