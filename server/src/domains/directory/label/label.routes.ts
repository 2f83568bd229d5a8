import { userLabel } from '@hufu/contract/directory/label'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, type Turn } from '../../../platform/http/turn.ts'
import { admitRule, findByRule, followRule, isSameRule } from '../rule/rule.ts'
import { pageUsers } from '../user/user.ts'
import {
  findLabel, holdLabels, insertLabel, isLabelNameTaken, listLabels, pageLabels, refuseBeyond, removeLabels, setLabelStatus,
  updateLabel,
} from './label.sql.ts' // prettier-ignore
import { mergeLabels, previewMerge } from './merge.sql.ts'
import { addMembers, removeMembers } from './member.sql.ts'

async function holdManual({ db }: Pick<Turn, 'db'>, labelId: string): Promise<void> {
  const [label] = await holdLabels(db, [labelId], 'for members')
  if (label!.rule !== null) refuse('labelByRule')
}

export const labelFeature = feature('userLabel', userLabel, {
  page: ({ db, scope, query }) => pageLabels(db, scope, query),
  list: ({ db }) => listLabels(db),
  byId: ({ db, scope, query }) => findLabel(db, scope, query.id),
  save: async turn => {
    if (turn.body.rule) await admitRule(turn, turn.body.rule)
    const id = await insertLabel(turn.db, turn.body)
    turn.note(id)
    if (turn.body.rule) await followRule(turn, { of: 'label', id })
    return { id }
  },
  update: async turn => {
    const { db, scope, body, note } = turn
    note(body.id)
    const [label] = await holdLabels(db, [body.id], 'to change')
    await refuseBeyond(db, scope, [label!])
    if (body.rule) await admitRule(turn, body.rule)
    await updateLabel(db, body)
    if (body.rule && !(label!.ruleDone && isSameRule(label!.rule, body.rule))) await followRule(turn, { of: 'label', id: body.id })
  },
  remove: async ({ db, scope, body }) => {
    await refuseBeyond(db, scope, await holdLabels(db, body.ids, 'to delete'))
    return removeLabels(db, body.ids)
  },
  setStatus: async ({ db, scope, query, body }) => {
    const status = query.status ?? refuse('statusFault')
    await refuseBeyond(db, scope, await holdLabels(db, body.ids, 'to change'))
    return setLabelStatus(db, body.ids, status)
  },
  nameTaken: ({ db, query }) => isLabelNameTaken(db, query.name, query.id),
  pageUser: async ({ db, scope, query, kernel }) => {
    await findLabel(db, scope, query.labelId)
    return pageUsers(db, { scope, filter: { ...query, hasIncludeChild: true }, keys: kernel.keys }, query)
  },
  addUser: async turn => {
    await holdManual(turn, turn.body.labelId)
    return addMembers(turn.db, turn.scope, turn.body.labelId, turn.body.userIds)
  },
  removeUser: async turn => {
    await holdManual(turn, turn.body.labelId)
    return removeMembers(turn.db, turn.scope, turn.body.labelId, turn.body.userIds)
  },
  merge: ({ db, scope, body, note }) => {
    note(body.targetId)
    return mergeLabels(db, scope, body)
  },
  mergePreview: ({ db, scope, body }) => previewMerge(db, scope, body),
  preview: ({ scope, body, kernel }) => findByRule(kernel, scope, body.rule),
})
