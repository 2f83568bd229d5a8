import type { BodyOf } from '@hufu/contract/call'
import type { org } from '@hufu/contract/directory/org'
import { refuse } from '../../../platform/http/refuse.ts'
import { before, type Download, type Turn } from '../../../platform/http/turn.ts'
import { importText, rehearse, startImport, template } from '../../../sheets/import.ts'
import { orgSheets } from './sheets.ts'

export { exportOrgs } from './org-export.ts'

type Kind = keyof typeof orgSheets

/** An empty sheet of that kind. */
export const orgTemplate = (kind: Kind): Download => template(orgSheets[kind])

export const startOrgImport = (kind: Kind) => (turn: Turn<undefined, BodyOf<typeof org.importInsert>>) =>
  startImport(turn, orgSheets[kind], { orgId: turn.body.parentId }, turn.body.uuid)

const kindOfType: ReadonlyMap<string, Kind> = new Map([
  ['insert', 'insertOrg'],
  ['update', 'updateOrg'],
])

/** Reading and judging take seconds and write only the plan: no transaction is held meanwhile. */
export const checkOrgImport = before<typeof org.importCheck>(async turn => {
  const kind = kindOfType.get(turn.query.type ?? 'insert') ?? refuse('parameterFault', { sentence: importText.kindFault })
  const reply = await rehearse(turn, orgSheets[kind], { orgId: turn.body.parentId })
  return ({ note }) => {
    note(reply.planId)
    return reply
  }
})
