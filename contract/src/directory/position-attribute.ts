import { z } from 'zod'
import type { ButtonOn } from '../buttons.ts'
import { button, get, menu, post } from '../call.ts'
import {
  byId, count, done, flag, id, ids, optionalText, paged, paging, queryFlag, queryId, querySortNum, REMARK_MAX, saved, search, sortNum, text,
  version,
} from '../shapes.ts' // prettier-ignore
import { positionAttributeList, positionAttributePaths, type PositionAttributeKind } from './position-attribute-list.ts'
import { fields, named, problems } from '../text.ts'
import type { Schema } from '../schema.ts'

export const PositionAttribute = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  status: z.number(),
  sortNum: z.number(),
  remark: z.string().nullable(),
  /** Users who hold it in one of their jobs. */
  userCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type PositionAttribute = z.infer<typeof PositionAttribute>

const code = z.string({ error: problems.codeMissing }).regex(/^[A-Za-z0-9_.-]{1,50}$/, problems.codeWrong)
const details = { name: text(fields.name), code, sortNum: sortNum.optional(), remark: optionalText(REMARK_MAX) }
export const PositionAttributeDraft = z.strictObject({ ...details, status: flag.optional() })
export type PositionAttributeDraft = z.infer<typeof PositionAttributeDraft>
export const PositionAttributeEdit = z.strictObject({ id, ...details, version })
export type PositionAttributeEdit = z.infer<typeof PositionAttributeEdit>

/** What adding the table would do with one of its rows. */
const codeColumns = {
  code: z.string(),
  name: z.string(),
  /** new: it would be added; present: its code or name exists. */
  state: z.enum(['new', 'present']),
}
/** A row of a table shipped with the product. */
const StandardRow = z.object({ ...codeColumns, group: z.string() })
/** A row of a pasted table; faulty: `reason` says why it is left out. */
const CodeRow = z.object({ ...codeColumns, state: z.enum(['new', 'present', 'faulty']), reason: z.string().optional() })
export type CodeRow = z.infer<typeof CodeRow>

export const CODE_ROWS_MAX = 2000
const CELL_MAX = 500
const codeRows = <T extends Schema>(row: T) => z.array(row).min(1, '请提供代码表').max(CODE_ROWS_MAX, `一次最多导入${CODE_ROWS_MAX}项`)
const cell = z.string().max(CELL_MAX, named.tooLong(CELL_MAX))
/** The form of every row to be added. */
export const CodeAndName = z.strictObject({ code, name: text(fields.name) })

const settingPage = ['/organiz/setting'] as const

/** The calls of one kind: `opens` is the button of its page, `changes` the one for changes. */
const face = (kind: PositionAttributeKind, opens: ButtonOn<'/organiz/setting'>, changes: ButtonOn<'/organiz/setting'>) => {
  const path = positionAttributePaths[kind]
  const permit = button(settingPage, opens)
  const changing = button(settingPage, changes)
  const probe = menu(...settingPage)
  return {
    page: get(`${path}/page`, {
      permit,
      query: paging.extend({ name: search, code: search, status: queryFlag }),
      reply: paged(PositionAttribute),
    }),
    list: positionAttributeList[kind],
    byId: get(`${path}/getById`, { permit, query: byId, reply: PositionAttribute }),
    save: post(`${path}/save`, { permit: changing, body: PositionAttributeDraft, reply: saved }),
    update: post(`${path}/update`, { permit: changing, reads: 'byId', body: PositionAttributeEdit, reply: done }),
    remove: post(`${path}/delete`, { permit: changing, body: z.strictObject({ ids }), reply: count }),
    setStatus: post(`${path}/updateStatus`, {
      permit: changing,
      query: z.object({ status: queryFlag }),
      body: z.strictObject({ ids }),
      reply: count,
    }),
    setSortNum: post(`${path}/updateSortNum`, { permit: changing, query: z.object({ id, sortNum: querySortNum }), reply: done }),
    /** The given rows in their new order; the others keep their places. */
    sortDrag: post(`${path}/dragSort`, { permit: changing, body: ids, reply: done }),
    codeTaken: get(`${path}/existCode`, { permit: probe, query: z.object({ code: z.string().max(50), id: queryId }), reply: z.boolean() }),
    nameTaken: get(`${path}/existName`, { permit: probe, query: z.object({ name: z.string().max(50), id: queryId }), reply: z.boolean() }),
    /** The published table of this kind, if there is one; changes nothing. */
    standard: get(`${path}/getStandard`, {
      permit,
      reply: z.object({ title: z.string(), rows: z.array(StandardRow) }).nullable(),
    }),
    /** Adds rows whose code and name are new; existing ones are kept. */
    takeStandard: post(`${path}/saveStandard`, { permit: changing, reply: count }),
    /** Checks a pasted table row by row: new, present, or faulty with the reason. */
    judgeCodes: post(`${path}/checkCodes`, {
      permit: changing,
      changes: false,
      body: z.strictObject({ rows: codeRows(z.strictObject({ code: cell, name: cell })) }),
      reply: z.array(CodeRow),
    }),
    /** Adds new rows like takeStandard; `source` becomes their remark. */
    takeCodes: post(`${path}/saveCodes`, {
      permit: changing,
      body: z.strictObject({ source: optionalText(REMARK_MAX), rows: codeRows(CodeAndName) }),
      reply: count,
    }),
  }
}

export type Face = ReturnType<typeof face>
export const positionAttribute: Readonly<Record<PositionAttributeKind, Face>> = {
  rank: face('rank', 'rank', 'edit-rank'),
  title: face('title', 'positionalTitles', 'edit-title'),
  duty: face('duty', 'position', 'edit-position'),
  post: face('post', 'station', 'edit-station'),
}
