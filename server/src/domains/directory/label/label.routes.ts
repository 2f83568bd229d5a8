import { userLabel } from '@hufu/contract/directory/label'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/context.ts'
import { checkRule, findByRule, scheduleRuleCheck, isSameRule } from '../rule/rule.ts'
import { pageUsers } from '../user/list/user-list.sql.ts'
import {
  findLabel, lockLabels, insertLabel, isLabelNameTaken, listLabels, pageLabels, refuseBeyond, removeLabels, setLabelStatus,
  updateLabel,
} from './label.sql.ts' // prettier-ignore
import { mergeLabels, previewMerge } from './merge.sql.ts'
import { addMembers, removeMembers } from './member.sql.ts'

export const labelFeature = feature('userLabel', userLabel, {
  page: ({ db, scope, query }) => pageLabels(db, scope, query),
  list: ({ db }) => listLabels(db),
  byId: ({ db, scope, query }) => findLabel(db, scope, query.id),
  save: async ctx => {
    if (ctx.body.rule) await checkRule(ctx, ctx.body.rule)
    const id = await insertLabel(ctx.db, ctx.body)
    ctx.auditTarget(id)
    if (ctx.body.rule) await scheduleRuleCheck(ctx, { of: 'label', id })
    return { id }
  },
  update: async ctx => {
    const { db, scope, body, auditTarget } = ctx
    auditTarget(body.id)
    const [label] = await lockLabels(db, [body.id], 'to change')
    await refuseBeyond(db, scope, [label!])
    if (body.rule) await checkRule(ctx, body.rule)
    await updateLabel(db, body)
    if (body.rule && !(label!.ruleDone && isSameRule(label!.rule, body.rule))) await scheduleRuleCheck(ctx, { of: 'label', id: body.id })
  },
  remove: async ({ db, scope, body }) => {
    await refuseBeyond(db, scope, await lockLabels(db, body.ids, 'to delete'))
    return removeLabels(db, body.ids)
  },
  setStatus: async ({ db, scope, query, body }) => {
    const status = query.status ?? refuse('statusProblem')
    await refuseBeyond(db, scope, await lockLabels(db, body.ids, 'to change'))
    return setLabelStatus(db, body.ids, status)
  },
  nameTaken: ({ db, query }) => isLabelNameTaken(db, query.name, query.id),
  pageUser: async ({ db, scope, query, kernel }) => {
    await findLabel(db, scope, query.labelId)
    return pageUsers(db, { scope, filter: { ...query, hasIncludeChild: true }, keys: kernel.keys }, query)
  },
  addUser: ({ db, scope, body }) => addMembers(db, scope, body.labelId, body.userIds),
  removeUser: ({ db, scope, body }) => removeMembers(db, scope, body.labelId, body.userIds),
  merge: ({ db, scope, body, auditTarget }) => {
    auditTarget(body.targetId)
    return mergeLabels(db, scope, body)
  },
  mergePreview: ({ db, scope, body }) => previewMerge(db, scope, body),
  preview: ({ scope, body, kernel }) => findByRule(kernel, scope, body.rule),
})
