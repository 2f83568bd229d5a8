import type { BodyOf } from '@hufu/contract/call'
import type { org } from '@hufu/contract/directory/org'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, type Download, type Context } from '../../../platform/http/context.ts'
import { importText, dryRun, startImport, template } from '../../../sheets/index.ts'
import { refuseReviewed } from '../change/reviewed.ts'
import { orgSheets } from './sheets.ts'

type Kind = keyof typeof orgSheets

/** An empty sheet of that kind. */
export const orgTemplate = (kind: Kind): Download => template(orgSheets[kind])

export const startOrgImport = (kind: Kind) => (ctx: Context<undefined, BodyOf<typeof org.importInsert>>) => {
  refuseReviewed(ctx, 'org')
  return startImport(ctx, orgSheets[kind], { orgId: ctx.body.parentId }, ctx.body.uuid)
}

const kindOfType: ReadonlyMap<string, Kind> = new Map([
  ['insert', 'insertOrg'],
  ['update', 'updateOrg'],
])

/** Reading and checking take seconds and write only the plan, so no transaction is open meanwhile. */
export const checkOrgImport = prepare<typeof org.importCheck>(async ctx => {
  refuseReviewed(ctx, 'org')
  const kind = kindOfType.get(ctx.query.type ?? 'insert') ?? refuse('parameterFault', { sentence: importText.kindProblem })
  const reply = await dryRun(ctx, orgSheets[kind], { orgId: ctx.body.parentId })
  return ({ auditTarget }) => {
    auditTarget(reply.planId, 'importPlan')
    return reply
  }
})
