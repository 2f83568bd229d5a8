import { orgSetting } from '@hufu/contract/directory/org-setting'
import { positionAttribute, type Face } from '@hufu/contract/directory/position-attribute'
import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import { writeConfig } from '../../../platform/config/config.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { reorder } from '../../../platform/database/sort-order.ts'
import { feature, type Handlers } from '../../../platform/http/context.ts'
import { compareCodes, sharesCodeOrName } from './code-table.ts'
import { standards } from './standard-catalog.ts'
import {
  addPositionAttributes, countPositionAttributes, findPositionAttribute, isPositionAttributeTaken, listPositionAttributes, namesAndCodes, pagePositionAttributes, removePositionAttributes, savePositionAttribute,
  setPositionAttributeSortNum, setPositionAttributeStatus, updatePositionAttribute,
} from './position-attribute.sql.ts' // prettier-ignore

/** The handlers are the same for all four kinds. */
const answers = (kind: PositionAttributeKind): Handlers<Face> => ({
  page: ({ db, scope, query }) => pagePositionAttributes(db, scope, kind, query),
  list: ({ db }) => listPositionAttributes(db, kind),
  byId: ({ db, scope, query }) => findPositionAttribute(db, scope, kind, query.id),
  save: async ({ db, body, auditTarget }) => {
    const id = await savePositionAttribute(db, kind, body)
    auditTarget(id)
    return { id }
  },
  update: async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    await updatePositionAttribute(db, kind, body)
  },
  remove: ({ db, body }) => removePositionAttributes(db, kind, body.ids),
  setStatus: ({ db, query, body }) => setPositionAttributeStatus(db, kind, body.ids, query.status ?? refuse('statusProblem')),
  setSortNum: async ({ db, query }) => {
    await setPositionAttributeSortNum(db, kind, query.id, query.sortNum)
  },
  sortDrag: async ({ db, body }) => {
    await reorder(db, { table: 'standing', key: 'id', owner: 'kind', ownerId: kind }, body)
  },
  codeTaken: ({ db, query }) => isPositionAttributeTaken(db, kind, 'code', query.code, query.id),
  nameTaken: ({ db, query }) => isPositionAttributeTaken(db, kind, 'name', query.name, query.id),
  standard: async ({ db }) => {
    const standard = standards[kind]
    if (!standard) return null
    const isPresent = sharesCodeOrName(await namesAndCodes(db, kind))
    return { title: standard.title, rows: standard.rows.map(row => ({ ...row, state: isPresent(row) ? 'present' : 'new' })) }
  },
  takeStandard: ({ db }) => {
    const { title, rows } = standards[kind] ?? refuse('noStandard')
    return addPositionAttributes(
      db,
      kind,
      rows.map(({ code, name }) => ({ code, name, remark: title })),
    )
  },
  judgeCodes: async ({ db, body }) => compareCodes(body.rows, await namesAndCodes(db, kind)),
  takeCodes: ({ db, body }) => {
    const remark = body.source?.trim() || null
    return addPositionAttributes(
      db,
      kind,
      body.rows.map(row => ({ ...row, remark })),
    )
  },
})

export const rankFeature = feature('rank', positionAttribute.rank, answers('rank'))
export const titleFeature = feature('title', positionAttribute.title, answers('title'))
export const dutyFeature = feature('duty', positionAttribute.duty, answers('duty'))
export const postFeature = feature('post', positionAttribute.post, answers('post'))

export const orgSettingFeature = feature('orgSetting', orgSetting, {
  overview: async ({ db }) => {
    const { rank, title, duty, post } = await countPositionAttributes(db)
    return { rank, positionalTitles: title, position: duty, station: post }
  },
  get: ({ kernel }) => {
    const { requiredPhone, requiredIdCard, requiredOriginUserId, requiredEmployeeNumber, openOtherJob, userNameRule } = kernel.config.values
    return { requiredPhone, requiredIdCard, requiredOriginUserId, requiredEmployeeNumber, openOtherJob, userNameRule }
  },
  update: async ({ db, body, kernel, afterCommit }) => {
    await writeConfig(db, body)
    // Takes effect at once on this node, within a second on others.
    afterCommit(async () => {
      await kernel.config.refresh()
    })
  },
})
