import { z } from 'zod'
import { anyMenu, button, get, menu, post } from './call.ts'
import {
  byId, count, done, flag, id, ids, optionalText, paged, paging, queryFlag, queryId, querySortNum, REMARK_MAX, saved, search, sortNum, text,
  version,
} from './shapes.ts' // prettier-ignore

/** Rank, professional title, duty and post: one nature, four faces. */
export const standingKinds = ['rank', 'title', 'duty', 'post'] as const
export type StandingKind = (typeof standingKinds)[number]

export const Standing = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  status: z.number(),
  sortNum: z.number(),
  remark: z.string().nullable(),
  /** People who hold it in one of their jobs. */
  userCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type Standing = z.infer<typeof Standing>

const code = z.string({ error: '编码不能为空' }).regex(/^[A-Za-z0-9_.-]{1,50}$/, '编码格式不正确')
const details = { name: text('名称'), code, sortNum: sortNum.optional(), remark: optionalText(REMARK_MAX) }
export const StandingDraft = z.strictObject({ ...details, status: flag.optional() })
export type StandingDraft = z.infer<typeof StandingDraft>
export const StandingEdit = z.strictObject({ id, ...details, version })
export type StandingEdit = z.infer<typeof StandingEdit>

/** A row of a published table, and what taking the table over would do with it. */
const StandardRow = z.object({
  code: z.string(),
  name: z.string(),
  group: z.string(),
  /** new: it would be added; present: it is there, by code or by name. */
  state: z.enum(['new', 'present']),
})
export type StandardRow = z.infer<typeof StandardRow>

const settingPage = ['/organiz/setting']

/** The calls of one face; `mark` is the button that opens its screen. */
const face = (path: string, mark: string) => {
  const permit = button(settingPage, mark)
  const probe = menu(...settingPage)
  return {
    page: get(`${path}/page`, {
      permit,
      query: paging.extend({ name: search, code: search, status: queryFlag }),
      reply: paged(Standing),
    }),
    list: get(`${path}/list`, { permit: anyMenu, reply: z.array(z.object({ id: z.string(), name: z.string(), code: z.string() })) }),
    byId: get(`${path}/getById`, { permit, query: byId, reply: Standing }),
    save: post(`${path}/save`, { permit, body: StandingDraft, reply: saved }),
    update: post(`${path}/update`, { permit, body: StandingEdit, reply: done }),
    remove: post(`${path}/delete`, { permit, body: z.strictObject({ ids }), reply: count }),
    setStatus: post(`${path}/updateStatus`, {
      permit,
      query: z.object({ status: queryFlag }),
      body: z.strictObject({ ids }),
      reply: count,
    }),
    setSortNum: post(`${path}/updateSortNum`, { permit, query: z.object({ id, sortNum: querySortNum }), reply: done }),
    /** The rows of one page, or all of them, in their new order; the others stay where they are. */
    sortDrag: post(`${path}/dragSort`, { permit, body: ids, reply: done }),
    codeTaken: get(`${path}/existCode`, { permit: probe, query: z.object({ code: z.string().max(50), id: queryId }), reply: z.boolean() }),
    nameTaken: get(`${path}/existName`, { permit: probe, query: z.object({ name: z.string().max(50), id: queryId }), reply: z.boolean() }),
    /** The published table there is for this face, if any; nothing is changed. */
    standard: get(`${path}/getStandard`, {
      permit,
      reply: z.object({ title: z.string(), rows: z.array(StandardRow) }).nullable(),
    }),
    /** Adds what is not there yet, by code and by name; what is there stays as it is. */
    takeStandard: post(`${path}/saveStandard`, { permit, reply: count }),
  }
}

export type Face = ReturnType<typeof face>
export const standing: Readonly<Record<StandingKind, Face>> = {
  rank: face('/v3/rank', 'rank'),
  title: face('/v3/positionalTitles', 'positionalTitles'),
  duty: face('/v3/position', 'position'),
  post: face('/v3/station', 'station'),
}
