import { admin, type Admin } from '@hufu/contract/permission/admin'
import { useListActs } from '../../../ui/list/use-list-acts.ts'
import { text } from './text.ts'

const words = text.acts
const many = (title: (whom: string) => string) => (count: number) => title(words.many(count))

export const useAdminActs = (onDone: () => void) =>
  useListActs<Admin>({
    calls: admin,
    refreshes: [admin.page],
    words: {
      ...words,
      remove: text.tools.remove,
      removed: words.done,
      enableMany: many(words.enableTitle),
      disableMany: many(words.disableTitle),
      removeMany: many(words.removeTitle),
    },
    nameOf: row => words.whom(row.realName),
    statusText: (_, status) => (status ? words.enableText : words.disableText),
    removeText: () => words.removeText,
    onDone,
  })
export type AdminActs = ReturnType<typeof useAdminActs>
