import { z } from 'zod'
import { anyMenu, get, post } from './call.ts'
import { callerId, id, paged, paging, search } from './shapes.ts'
import { started } from './task.ts'

export const importMaxBytes = 20 * 1024 * 1024

/** The most rows that can be corrected in one call. */
export const REPAIRED_MAX = 1000

/** The answer of importCheck: nothing is written; the dry run is kept for an hour under planId. */
export const CheckReply = z.object({
  planId: z.string(),
  total: z.number(),
  pass: z.number(),
  fail: z.number(),
  fresh: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** The first hundred errors; the file and pageRow have all of them. */
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
  errorFileId: z.string().nullable(),
  /** When the check began. */
  createTime: z.string(),
  /** How many of the new users will have no password and so cannot sign in with one. */
  withoutPassword: z.number(),
})
export type CheckReply = z.infer<typeof CheckReply>

export const PlanRow = z.object({
  row: z.number(),
  verdict: z.enum(['new', 'changed', 'unchanged', 'refused', 'done']),
  cells: z.array(z.object({ title: z.string(), value: z.string() })),
  /** `suggestion`: a value that would be accepted instead, if one can be derived. */
  faults: z.array(z.object({ column: z.string(), message: z.string(), suggestion: z.string().optional() })),
  changes: z.array(z.object({ column: z.string(), old: z.string().nullable(), fresh: z.string().nullable() })),
})
export type PlanRow = z.infer<typeof PlanRow>

/** The answer of batchSave for users and organisations: valid rows are stored, invalid ones are listed in `errors`. */
export const BatchReply = z.object({
  success: z.number(),
  fail: z.number(),
  errors: z.array(z.object({ row: z.number(), field: z.string(), message: z.string() })),
})
export type BatchReply = z.infer<typeof BatchReply>

/** An import after its dry run, for reading, correcting and committing; only the user who uploaded it may. */
export const importPlan = {
  pageRow: get('/v3/import/pageRow', {
    permit: anyMenu,
    query: paging.extend({ planId: id, verdict: search }),
    reply: paged(PlanRow),
  }),
  /** Checks the same rows again with some cells changed; `suggested`: refused cells also take the suggested values. */
  repair: post('/v3/import/repair', {
    permit: anyMenu,
    body: z.strictObject({
      planId: id,
      rows: z
        .array(
          z.strictObject({
            row: z.int(),
            cells: z.array(z.strictObject({ title: z.string().max(64), value: z.string().max(2000) })).max(100),
          }),
        )
        .max(REPAIRED_MAX, `一次最多修改${REPAIRED_MAX}行`),
      suggested: z.boolean(),
    }),
    reply: CheckReply,
  }),
  /** Refused, naming the row, if a row it touches has changed since the dry run. */
  commit: post('/v3/import/commit', { permit: anyMenu, body: z.strictObject({ planId: id, uuid: callerId.optional() }), reply: started }),
}
