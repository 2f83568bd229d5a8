import type { LabelRule } from '@hufu/contract/directory/label-rule'
import { MEMBERS_MAX, workGroup } from '@hufu/contract/directory/work-group'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import { prepare, feature } from '../../../platform/http/context.ts'
import { checkRule, findByRule, scheduleRuleCheck, isSameRule } from '../rule/rule.ts'
import { listMembers, pageMembers } from './members.sql.ts'
import { removeMembers, saveMembers, saveWorkGroup, updateWorkGroup } from './work-group-write.sql.ts'
import {
  findWorkGroup, isGroupCodeTaken, isGroupNameTaken, listWorkGroups, pageWorkGroups, removeWorkGroups, setWorkGroupStatus,
} from './work-group.sql.ts' // prettier-ignore

/** Work groups are read as a whole, so rules that find too many users must be labels. */
async function refuseTooManyMembers(kernel: Kernel, scope: Scope, rule: LabelRule | null | undefined): Promise<void> {
  if (rule && (await findByRule(kernel, scope, rule)).total > MEMBERS_MAX) refuse('workGroupFull', { max: MEMBERS_MAX })
}

export const workGroupFeature = feature('workGroup', workGroup, {
  page: ({ db, scope, query }) => pageWorkGroups(db, scope, query),
  list: ({ db, scope }) => listWorkGroups(db, scope),
  byId: ({ db, scope, query }) => findWorkGroup(db, scope, query.id),
  save: prepare(async ({ kernel, scope, body }) => {
    await refuseTooManyMembers(kernel, scope, body.rule)
    return async ctx => {
      if (body.rule) await checkRule(ctx, body.rule)
      const id = await saveWorkGroup(ctx.db, scope, body)
      ctx.auditTarget(id)
      if (body.rule) await scheduleRuleCheck(ctx, { of: 'workGroup', id })
      return { id }
    }
  }),
  update: prepare(async ({ kernel, scope, body }) => {
    await refuseTooManyMembers(kernel, scope, body.rule)
    return async ctx => {
      ctx.auditTarget(body.id)
      if (body.rule) await checkRule(ctx, body.rule)
      const { id, rule, ruleDone } = await updateWorkGroup(ctx.db, scope, body)
      if (body.rule && !(ruleDone && isSameRule(rule, body.rule))) await scheduleRuleCheck(ctx, { of: 'workGroup', id })
    }
  }),
  remove: ({ db, scope, body }) => removeWorkGroups(db, scope, body.ids),
  setStatus: ({ db, scope, query, body }) => setWorkGroupStatus(db, scope, body.ids, query.status ?? refuse('statusProblem')),
  codeTaken: ({ db, query }) => isGroupCodeTaken(db, query.code, query.id),
  nameTaken: ({ db, query }) => isGroupNameTaken(db, query.name, query.id),
  removeUser: ({ db, scope, body, auditTarget }) => {
    auditTarget(body.id)
    return removeMembers(db, scope, body.id, body.userIds)
  },
  preview: ({ scope, body, kernel }) => findByRule(kernel, scope, body.rule),
  members: ({ db, scope, query }) => listMembers(db, scope, query.workGroupId),
  pageMember: ({ db, scope, query }) => pageMembers(db, scope, query),
  saveMembers: ({ db, scope, query, body, auditTarget }) => {
    auditTarget(query.id)
    return saveMembers(db, scope, query, body)
  },
})
