import { z } from 'zod'
import { anyMenu, get, post } from './call.ts'
import { callerId, id, paged, paging, search } from './shapes.ts'
import { started } from './task.ts'

export const importMaxBytes = 20 * 1024 * 1024

/** So many rows are mended at once. */
export const REPAIRED_MAX = 1000

/** What importCheck answers: nothing is written, the dry run stays for an hour under planId. */
export const CheckReply = z.object({
  planId: z.string(),
  total: z.number(),
  pass: z.number(),
  fail: z.number(),
  fresh: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** The first hundred; all of them are in the file and behind pageRow. */
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
  errorFileId: z.string().nullable(),
  /** When the check began. */
  createTime: z.string(),
  /** Of the new users, those who will have no password and cannot sign in. */
  withoutPassword: z.number(),
})
export type CheckReply = z.infer<typeof CheckReply>

export const PlanRow = z.object({
  row: z.number(),
  verdict: z.enum(['new', 'changed', 'unchanged', 'refused', 'done']),
  cells: z.array(z.object({ title: z.string(), value: z.string() })),
  /** `suggestion`: what would be accepted in its place, as far as we can tell. */
  faults: z.array(z.object({ column: z.string(), message: z.string(), suggestion: z.string().optional() })),
  changes: z.array(z.object({ column: z.string(), old: z.string().nullable(), fresh: z.string().nullable() })),
})
export type PlanRow = z.infer<typeof PlanRow>

/** batchSave of users and organisations: good rows are stored, bad ones told. */
export const BatchReply = z.object({
  success: z.number(),
  fail: z.number(),
  errors: z.array(z.object({ row: z.number(), field: z.string(), message: z.string() })),
})
export type BatchReply = z.infer<typeof BatchReply>

/** An import after its dry run, looked at and carried out; only by the one who uploaded it. */
export const importPlan = {
  pageRow: get('/v3/import/pageRow', {
    permit: anyMenu,
    query: paging.extend({ planId: id, verdict: search }),
    reply: paged(PlanRow),
  }),
  /** The same rows with some cells changed, checked again as a whole; `suggested`: also what was suggested for refused cells. */
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
  /** Refused by name where a row it touches has changed since. */
  commit: post('/v3/import/commit', { permit: anyMenu, body: z.strictObject({ planId: id, uuid: callerId.optional() }), reply: started }),
}
