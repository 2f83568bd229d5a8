import { delegatedAdmin, type DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { useListActs } from '../../../ui/list/use-list-acts.ts'
import { text } from './text.ts'

/** Calls that show delegations, read again after a change. */
export const DELEGATION_LISTS = [delegatedAdmin.page, delegatedAdmin.pageByOrg, delegatedAdmin.byId] as const
const words = text.acts

const many = (title: (whom: string) => string) => (count: number) => title(words.many(count))
/** The number of derived delegations is named for a single row only, because those of several rows may overlap. */
const only = <T>([one, ...others]: readonly DelegatedAdmin[], alone: (below: number) => T, several: T) =>
  one && others.length === 0 ? alone(one.belowCount) : several

export const useDelegationActs = (onDone: () => void = () => undefined) =>
  useListActs<DelegatedAdmin>({
    calls: delegatedAdmin,
    refreshes: DELEGATION_LISTS,
    words: {
      ...words,
      remove: text.tools.remove,
      enableMany: many(words.enableTitle),
      disableMany: many(words.disableTitle),
      removeMany: many(words.removeTitle),
    },
    nameOf: row => words.whom(row.realName, row.orgName),
    statusText: (rows, status) => (status ? words.enableText : only(rows, words.disableText, words.disableMany)),
    removeText: rows => only(rows, words.removeText, words.removeMany),
    onDone,
  })
export type DelegationActs = ReturnType<typeof useDelegationActs>
