import { cleanObjects, dataClean, KEEP_DAYS_MAX, keepDaysMin, type CleanObject } from '@hufu/contract/operations/data-clean'
import { COUNTED_MAX } from '../../../platform/database/cleaner.ts'
import { feature } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { CLEAN } from './clean.ts'
import { cleaners } from './cleaners.sql.ts'
import { dueCleanings, listRules, pageCleanLog, updateRule } from './data-clean.sql.ts'

const isObject = (id: string): id is CleanObject => (cleanObjects as readonly string[]).includes(id)

export const dataCleanFeature = feature('dataClean', dataClean, {
  list: ({ db }) => listRules(db),
  update: async ({ db, body, auditTarget }) => {
    if (!isObject(body.id)) refuse('cleanMissing')
    auditTarget(body.id)
    const least = keepDaysMin(body.id)
    if (body.keepDays < least || body.keepDays > KEEP_DAYS_MAX) refuse('cleanDaysProblem', { least })
    await updateRule(db, body)
  },
  preview: async ({ db, query }) => {
    const [cleaning] = await dueCleanings(db, [query.id])
    if (!cleaning) refuse('cleanMissing')
    const count = await cleaners[cleaning.objectType].count(db, cleaning.before)
    return { count: Math.min(count, COUNTED_MAX), beforeTime: cleaning.before, approx: count > COUNTED_MAX }
  },
  execute: async ({ db, kernel, who, body, auditTarget, afterCommit }) => {
    if (body.ids.length === 0) refuse('nothingChosen')
    if (!body.ids.every(isObject)) refuse('cleanMissing')
    auditTarget([...new Set(body.ids)].join())
    afterCommit(() => kernel.tasks.wake())
    return kernel.tasks.start(db, who, CLEAN, { ids: body.ids })
  },
  pageLog: ({ db, query }) => pageCleanLog(db, query),
})
