import { userLabel } from '@hufu/contract/label'
import type { LabelRule } from '@hufu/contract/label-rule'
import { withinTime } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refuse.ts'
import { feature, type Turn } from '../../kernel/turn.ts'
import { pageUsers } from '../user/user.ts'
import {
  beginRule, findLabel, holdLabels, insertLabel, isLabelNameTaken, listLabels, pageLabels, refuseBeyond, removeLabels, setLabelStatus,
  updateLabel,
} from './label.sql.ts' // prettier-ignore
import { LABEL_RULE } from './label.tasks.ts'
import { addMembers, previewRule, refuseUnknown, removeMembers } from './member.sql.ts'

const PREVIEW_MS = 5000

/** A rule speaks of everybody: only who reaches everybody writes one. */
async function admit({ db, scope }: Pick<Turn, 'db' | 'scope'>, rule: LabelRule): Promise<void> {
  if (!scope.all) refuse('ruleBeyondScope')
  await refuseUnknown(db, scope, rule)
}

async function begin(
  { db, who, kernel, afterCommit }: Pick<Turn, 'db' | 'who' | 'kernel' | 'afterCommit'>,
  labelId: string,
): Promise<void> {
  await beginRule(db, labelId, await kernel.tasks.start(db, who, LABEL_RULE, { labelId }))
  afterCommit(() => kernel.tasks.wake())
}

async function holdManual({ db }: Pick<Turn, 'db'>, labelId: string): Promise<void> {
  const [label] = await holdLabels(db, [labelId], 'for members')
  if (label!.rule !== null) refuse('labelByRule')
}

export const labelFeature = feature('userLabel', userLabel, {
  page: ({ db, scope, query }) => pageLabels(db, scope, query),
  list: ({ db }) => listLabels(db),
  byId: ({ db, scope, query }) => findLabel(db, scope, query.id),
  save: async turn => {
    if (turn.body.rule) await admit(turn, turn.body.rule)
    const id = await insertLabel(turn.db, turn.body)
    turn.note(id)
    if (turn.body.rule) await begin(turn, id)
    return { id }
  },
  update: async turn => {
    const { db, scope, body, note } = turn
    note(body.id)
    const [label] = await holdLabels(db, [body.id], 'to change')
    await refuseBeyond(db, scope, [label!])
    if (body.rule) await admit(turn, body.rule)
    await updateLabel(db, body)
    if (body.rule && !(label!.ruleDone && isSame(label!.rule, body.rule))) await begin(turn, body.id)
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
  preview: ({ scope, body, kernel }) => {
    if (!scope.all) refuse('ruleBeyondScope')
    return withinTime(kernel.db, PREVIEW_MS, 'ruleTooSlow', db => previewRule(db, body.rule))
  },
})

/** The columns of a jsonb come back in another order than they were sent. */
const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
