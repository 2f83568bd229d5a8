import type { EntryQuery, EntryRestoration } from '@hufu/contract/operations/data-history'
import { refusals } from '@hufu/contract/refusals'
import { runRolledBack } from '../../../platform/database/db.ts'
import type { Context } from '../../../platform/http/context.ts'
import { refusedFrom } from '../../../platform/http/errors.ts'
import { refuse, sentenceOf } from '../../../platform/http/refuse.ts'
import { changesOfEntry, findSubject, type ObjectType } from '../../audit/index.ts'
import { isSeparated } from '../../permission/index.ts'
import { historyByIds, type FoundChange } from './history-list.sql.ts'
import { isReportedAsLeft, type Left, undoChanges } from './operation.ts'
import { planOf } from './plan.ts'
import { markUndone } from './present.sql.ts'
import type { Submitted } from './restore.ts'

type EntryContext = Context<EntryQuery>
interface Restored {
  left: readonly Left[]
  submitted: Submitted | undefined
}

/** What the operation of an entry changed of an object that the caller may change. */
async function changesFor({ db, scope, query }: EntryContext, type: ObjectType): Promise<FoundChange[]> {
  const subject = { type, id: query.id, scope }
  await findSubject(db, subject, { toChange: true })
  return historyByIds(db, await changesOfEntry(db, subject, query.changeId))
}

/** Takes back as many of the changes as possible. */
async function takeBack(ctx: EntryContext, entries: readonly FoundChange[]): Promise<Restored> {
  // While duties are separated, changes are taken back by a request alone (decision 0138).
  if (await isSeparated(ctx.db)) refuse('restoreNotAsked')
  const { restored, left, submitted } = await undoChanges(ctx, entries)
  const refused = left.find(isReportedAsLeft)
  if (restored === 0) throw refused ? refused.refused : refuse('historySame')
  await ctx.checkGiven(ctx.db)
  return { left, submitted }
}

export const restoreEntry = (type: ObjectType) => async (ctx: EntryContext) => {
  ctx.auditTarget(ctx.query.id, type)
  const entries = await changesFor(ctx, type)
  const { left, submitted } = await takeBack(ctx, entries)
  if (submitted) return submitted
  await markUndone(ctx.db, entries[0]!.operationId, ctx.traceId, entries.length - left.filter(isReportedAsLeft).length)
  return true
}

/** The parts of a preview; changes that only follow from others have none. */
async function partsOf(ctx: EntryContext, entries: readonly FoundChange[], left: readonly Left[]): Promise<EntryRestoration['parts']> {
  const parts: EntryRestoration['parts'] = []
  for (const entry of entries) {
    const plan = await planOf(ctx.db, entry)
    if ('refusal' in plan && plan.refusal === 'historySame') continue
    const refused = left.find(one => one.entry.id === entry.id)?.refused
    const refusal = refused ? sentenceOf(refused.refusal, refused.detail) : null
    parts.push({ id: entry.id, fields: [...plan.fields], left: [...plan.left], refusal })
  }
  return parts
}

/** What taking the entry back would do: carries it out and rolls it back. */
export const previewEntry =
  (type: ObjectType) =>
  async (ctx: EntryContext): Promise<EntryRestoration> => {
    const { kernel, who, traceId, giving } = ctx
    const entries = await changesFor(ctx, type)
    const actor = { userId: who.userId, sessionId: who.sessionId, traceId, ...(giving && { giving }) }
    try {
      const { left, submitted } = await runRolledBack(kernel.db, actor, db =>
        takeBack({ ...ctx, db, afterCommit: () => undefined }, entries),
      )
      return { parts: await partsOf(ctx, entries, left), refusal: null, isReviewed: submitted !== undefined }
    } catch (error) {
      const refused = refusedFrom(error)
      if (!refused) throw error
      return { parts: [], refusal: sentenceOf(refusals[refused.reason], refused.detail), isReviewed: false }
    }
  }
