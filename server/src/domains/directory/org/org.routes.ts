import { org, orgAttributes } from '@hufu/contract/directory/org'
import { orgRange } from '@hufu/contract/directory/org-range'
import type { BodyOf } from '@hufu/contract/call'
import { refuse } from '../../../platform/http/refuse.ts'
import { reorder, putAt, putFirst, putLast, type Ranks } from '../../../platform/database/sort-order.ts'
import { feature, type Context, prepare, type Download } from '../../../platform/http/context.ts'
import { makeChange, submitChange } from '../change/change.ts'
import { isReviewed, refuseReviewed } from '../change/reviewed.ts'
import { exportOrgs } from './org-export.ts'
import { generateCodes } from './generate-codes.ts'
import { orgBatch } from './org-batch.ts'
import { findDeletedOrg, pageDeletedOrgs, recoverOrg, removeOrgs } from './deleted-org.sql.ts'
import { isCodeTaken, isNameTaken, isOriginTaken, moveOrgs, refuseForeignSiblings, setOrgSortNum, setOrgStatus } from './org-write.sql.ts' // prettier-ignore
import { findOrg, orgLevel, orgPath, pageOrgs, searchOrgs, siblingsOf } from './org.sql.ts'
import { isRangeNameTaken, listRanges, removeRanges, saveRange, updateRange } from './org-range.sql.ts'
import { importText, dryRun, startImport, template } from '../../../sheets/index.ts'
import { orgSheets } from './sheets.ts'

const ranksBelow = (parentId: string): Ranks => ({ table: 'org', key: 'id', owner: 'parent_id', ownerId: parentId })

/** The siblings of an organisation; all must be in the caller's scope. */
async function ranksOf({ db, scope }: Pick<Context, 'db' | 'scope'>, id: string): Promise<Ranks> {
  const parentId = (await siblingsOf(db, scope, id)) ?? refuse('rootOrg')
  await refuseForeignSiblings(db, scope, parentId)
  return ranksBelow(parentId)
}

type Kind = keyof typeof orgSheets

/** An empty sheet of that kind. */
const orgTemplate = (kind: Kind): Download => template(orgSheets[kind])

const startOrgImport = (kind: Kind) => (ctx: Context<undefined, BodyOf<typeof org.importInsert>>) => {
  refuseReviewed(ctx, 'org')
  return startImport(ctx, orgSheets[kind], { orgId: ctx.body.parentId }, ctx.body.uuid)
}

const kindOfType: ReadonlyMap<string, Kind> = new Map([
  ['insert', 'insertOrg'],
  ['update', 'updateOrg'],
])

/** Reading and checking take seconds and write only the plan, so no transaction is open meanwhile. */
const checkOrgImport = prepare<typeof org.importCheck>(async ctx => {
  refuseReviewed(ctx, 'org')
  const kind = kindOfType.get(ctx.query.type ?? 'insert') ?? refuse('parameterProblem', { sentence: importText.kindProblem })
  const reply = await dryRun(ctx, orgSheets[kind], { orgId: ctx.body.parentId })
  return ({ auditTarget }) => {
    auditTarget(reply.planId, 'importPlan')
    return reply
  }
})

export const orgFeature = feature('org', org, {
  tree: ({ db, scope, query }) => orgLevel(db, scope, query),
  search: ({ db, scope, query }) => searchOrgs(db, scope, query),
  path: ({ db, scope, query }) => orgPath(db, scope, query.id),
  page: ({ db, scope, query }) => pageOrgs(db, scope, query),
  byId: ({ db, scope, query }) => findOrg(db, scope, query.id),
  save: async ctx => {
    const { review, ...draft } = ctx.body
    const change = { objectType: 'org', operateType: 'insert', draft } as const
    if (isReviewed(ctx, 'org')) return submitChange(ctx, change, review)
    const id = await makeChange(ctx, change)
    ctx.auditTarget(id)
    return { id }
  },
  update: async ctx => {
    const { review, ...edit } = ctx.body
    const change = { objectType: 'org', operateType: 'update', edit } as const
    if (isReviewed(ctx, 'org')) return submitChange(ctx, change, review)
    ctx.auditTarget(await makeChange(ctx, change))
    return true
  },
  remove: ctx => {
    const { db, scope, body, who } = ctx
    if (!isReviewed(ctx, 'org')) return removeOrgs(db, scope, body.ids, who.userId)
    const [id, ...more] = body.ids
    if (id === undefined || more.length > 0) refuse(id === undefined ? 'nothingChosen' : 'reviewOneByOne')
    return submitChange(ctx, { objectType: 'org', operateType: 'delete', id }, body.review)
  },
  setStatus: ({ db, scope, query, body }) => setOrgStatus(db, scope, body.ids, query.status ?? refuse('statusProblem')),
  move: async ({ db, scope, body }) => {
    await moveOrgs(db, scope, body.ids, body.targetParentId)
  },
  codeTaken: ({ db, query }) => isCodeTaken(db, query.code, query.id),
  nameTaken: ({ db, scope, query }) => isNameTaken(db, scope, query.name, query.parentId, query.id),
  originTaken: ({ db, query }) => isOriginTaken(db, query.originOrgId, query.id),
  sortTop: async ctx => {
    await putFirst(ctx.db, await ranksOf(ctx, ctx.query.orgId), ctx.query.orgId)
  },
  sortBottom: async ctx => {
    await putLast(ctx.db, await ranksOf(ctx, ctx.query.orgId), ctx.query.orgId)
  },
  sortDrag: async ({ db, scope, query, body }) => {
    await findOrg(db, scope, query.parentId)
    await refuseForeignSiblings(db, scope, query.parentId)
    await reorder(db, ranksBelow(query.parentId), body)
  },
  sortMove: async ctx => {
    await putAt(ctx.db, await ranksOf(ctx, ctx.query.orgId), ctx.query.orgId, ctx.query.sortNum)
  },
  setSortNum: async ({ db, scope, query }) => {
    await setOrgSortNum(db, scope, query.orgId, query.sortNum)
  },
  saveMany: ctx => {
    refuseReviewed(ctx, 'org')
    return orgBatch(ctx.db, ctx.scope, ctx.body)
  },
  generateCodes: ({ db, body }) => generateCodes(db, body),
  insertTemplate: () => orgTemplate('insertOrg'),
  updateTemplate: () => orgTemplate('updateOrg'),
  importCheck: checkOrgImport,
  importInsert: startOrgImport('insertOrg'),
  importUpdate: startOrgImport('updateOrg'),
  exportExcel: ctx => exportOrgs(ctx),
  attributes: () => orgAttributes.map(([attribute, name]) => ({ attribute, name })),
  pageDeleted: ({ db, scope, query }) => pageDeletedOrgs(db, scope, query),
  deletedById: ({ db, scope, query }) => findDeletedOrg(db, scope, query.id),
  recover: async ({ db, scope, query, body }) => {
    await recoverOrg(db, scope, query.orgId, body?.parentId ?? undefined)
  },
})

export const orgRangeFeature = feature('orgRange', orgRange, {
  list: ({ db, scope }) => listRanges(db, scope),
  nameTaken: ({ db, query }) => isRangeNameTaken(db, query.name, query.id),
  save: async ({ db, scope, body }) => ({ id: await saveRange(db, scope, body) }),
  update: async ({ db, scope, body }) => {
    await updateRange(db, scope, body)
  },
  remove: ({ db, scope, body }) => removeRanges(db, scope, body.ids),
})
