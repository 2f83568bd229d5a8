import { user } from '@hufu/contract/directory/user'
import { refuse } from '../../../platform/http/refuse.ts'
import { before, type Download, type Handler } from '../../../platform/http/turn.ts'
import { importText as text, rehearse, startImport, template, type SheetKind } from '../../../sheets/import.ts'
import { userSheets } from './user.ts'

export { exportEmployee, exportUsers } from './user-export.ts'

type Kind = keyof typeof userSheets
const sheets: Readonly<Record<Kind, SheetKind>> = userSheets

/** An empty sheet of that kind. */
export const userTemplate = (kind: Kind): Download => template(userSheets[kind])

export const startUserImport =
  (kind: Kind): Handler<typeof user.importInsert> =>
  turn =>
    startImport(turn, sheets[kind], { orgId: turn.body.orgId }, turn.body.uuid)

const kindOfType: ReadonlyMap<string, Kind> = new Map([
  ['insert', 'insertUser'],
  ['update', 'updateUser'],
  ['insertUserOrg', 'insertUserOrg'],
  ['updateUserOrg', 'updateUserOrg'],
])

/** Reading and judging take seconds and write only the plan: no transaction is held meanwhile. */
export const checkUserImport = before<typeof user.importCheck>(async turn => {
  const kind = kindOfType.get(turn.query.type ?? 'insert') ?? refuse('parameterFault', { sentence: text.kindFault })
  const reply = await rehearse(turn, sheets[kind], { orgId: turn.body.orgId })
  return ({ note }) => {
    note(reply.planId)
    return reply
  }
})
