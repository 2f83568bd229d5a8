import { user } from '@hufu/contract/directory/user'
import { refuse } from '../../../../platform/http/refuse.ts'
import { prepare, type Download, type Handler } from '../../../../platform/http/context.ts'
import { importText as text, dryRun, startImport, template, type SheetKind } from '../../../../sheets/index.ts'
import { refuseReviewed } from '../../change/reviewed.ts'
import { userSheets } from '../user.ts'

type Kind = keyof typeof userSheets
const sheets: Readonly<Record<Kind, SheetKind>> = userSheets

/** An empty sheet of that kind. */
export const userTemplate = (kind: Kind): Download => template(userSheets[kind])

export const startUserImport =
  (kind: Kind): Handler<typeof user.importInsert> =>
  ctx => {
    refuseReviewed(ctx, 'user')
    return startImport(ctx, sheets[kind], { orgId: ctx.body.orgId }, ctx.body.uuid)
  }

const kindOfType: ReadonlyMap<string, Kind> = new Map([
  ['insert', 'insertUser'],
  ['update', 'updateUser'],
  ['insertUserOrg', 'insertUserOrg'],
  ['updateUserOrg', 'updateUserOrg'],
])

/** Reading and checking take seconds and write only the plan, so no transaction is open meanwhile. */
export const checkUserImport = prepare<typeof user.importCheck>(async ctx => {
  refuseReviewed(ctx, 'user')
  const kind = kindOfType.get(ctx.query.type ?? 'insert') ?? refuse('parameterProblem', { sentence: text.kindProblem })
  const reply = await dryRun(ctx, sheets[kind], { orgId: ctx.body.orgId })
  return ({ auditTarget }) => {
    auditTarget(reply.planId, 'importPlan')
    return reply
  }
})
