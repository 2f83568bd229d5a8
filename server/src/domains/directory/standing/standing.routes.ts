import { orgSetting } from '@hufu/contract/directory/org-setting'
import { standing, type Face } from '@hufu/contract/directory/standing'
import type { StandingKind } from '@hufu/contract/directory/standing-list'
import { writeConfig } from '../../../platform/config/config.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { permute } from '../../../platform/database/sort-order.ts'
import { feature, type Handlers } from '../../../platform/http/context.ts'
import { judgeCodes, takenBy } from './code-table.ts'
import { standards } from './standard-catalog.ts'
import {
  addStandings, countStandings, findStanding, isStandingTaken, listStandings, namesAndCodes, pageStandings, removeStandings, saveStanding,
  setStandingSortNum, setStandingStatus, updateStanding,
} from './standing.sql.ts' // prettier-ignore

/** One nature, four faces: what is said of one kind is said of all. */
const answers = (kind: StandingKind): Handlers<Face> => ({
  page: ({ db, scope, query }) => pageStandings(db, scope, kind, query),
  list: ({ db }) => listStandings(db, kind),
  byId: ({ db, scope, query }) => findStanding(db, scope, kind, query.id),
  save: async ({ db, body, auditTarget }) => {
    const id = await saveStanding(db, kind, body)
    auditTarget(id)
    return { id }
  },
  update: async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    await updateStanding(db, kind, body)
  },
  remove: ({ db, body }) => removeStandings(db, kind, body.ids),
  setStatus: ({ db, query, body }) => setStandingStatus(db, kind, body.ids, query.status ?? refuse('statusFault')),
  setSortNum: async ({ db, query }) => {
    await setStandingSortNum(db, kind, query.id, query.sortNum)
  },
  sortDrag: async ({ db, body }) => {
    await permute(db, { table: 'standing', key: 'id', owner: 'kind', ownerId: kind }, body)
  },
  codeTaken: ({ db, query }) => isStandingTaken(db, kind, 'code', query.code, query.id),
  nameTaken: ({ db, query }) => isStandingTaken(db, kind, 'name', query.name, query.id),
  standard: async ({ db }) => {
    const standard = standards[kind]
    if (!standard) return null
    const isPresent = takenBy(await namesAndCodes(db, kind))
    return { title: standard.title, rows: standard.rows.map(row => ({ ...row, state: isPresent(row) ? 'present' : 'new' })) }
  },
  takeStandard: ({ db }) => {
    const { title, rows } = standards[kind] ?? refuse('noStandard')
    return addStandings(
      db,
      kind,
      rows.map(({ code, name }) => ({ code, name, remark: title })),
    )
  },
  judgeCodes: async ({ db, body }) => judgeCodes(body.rows, await namesAndCodes(db, kind)),
  takeCodes: ({ db, body }) => {
    const remark = body.source?.trim() || null
    return addStandings(
      db,
      kind,
      body.rows.map(row => ({ ...row, remark })),
    )
  },
})

export const rankFeature = feature('rank', standing.rank, answers('rank'))
export const titleFeature = feature('title', standing.title, answers('title'))
export const dutyFeature = feature('duty', standing.duty, answers('duty'))
export const postFeature = feature('post', standing.post, answers('post'))

export const orgSettingFeature = feature('orgSetting', orgSetting, {
  overview: async ({ db }) => {
    const { rank, title, duty, post } = await countStandings(db)
    return { rank, positionalTitles: title, position: duty, station: post }
  },
  get: ({ kernel }) => {
    const { requiredPhone, requiredIdCard, requiredOriginUserId, requiredEmployeeNumber, openOtherJob, userNameRule } = kernel.config.values
    return { requiredPhone, requiredIdCard, requiredOriginUserId, requiredEmployeeNumber, openOtherJob, userNameRule }
  },
  update: async ({ db, body, kernel, afterCommit }) => {
    await writeConfig(db, body)
    // In force at once (D-57): here now, on the other nodes within a second.
    afterCommit(async () => {
      await kernel.config.refresh()
    })
  },
})
