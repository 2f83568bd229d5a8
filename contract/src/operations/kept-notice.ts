import { fields } from '../text.ts'
import { z } from 'zod'
import { get, post } from '../call.ts'
import { byId, count, done, flag, id, ids, paged, paging, queryFlag, querySortNum, saved, search, sortNum, text, version } from '../shapes.ts' // prettier-ignore

/** Types of home page files: documents, archives and pictures, nothing a browser or a desktop executes. */
export const NOTICE_TYPES = [
  'pdf', 'ofd', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'wps', 'et', 'dps', 'txt', 'csv', 'zip', 'rar', '7z', 'png', 'jpg', 'jpeg',
] as const // prettier-ignore
export const NOTICE_MEGABYTES = 20
export const NOTICE_TITLE_MAX = 100

/** D-52: a file of the home page, as administrators see it. */
export const Notice = z.object({
  id: z.string(),
  title: z.string(),
  fileId: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  sortNum: z.number(),
  status: z.number(),
  createBy: z.string(),
  /** Null if the author no longer exists. */
  createName: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type Notice = z.infer<typeof Notice>

/** The administration of notices, in a file apart from the calls of all users, which the shell loads. */
export const keptNotice = {
  page: get('/v3/notice/page', {
    permit: 'superAdmin',
    query: paging.extend({ title: search, status: queryFlag }),
    reply: paged(Notice),
  }),
  byId: get('/v3/notice/getById', { permit: 'superAdmin', query: byId, reply: Notice }),
  /** Without an id it creates one. */
  save: post('/v3/notice/save', {
    permit: 'superAdmin',
    reads: 'byId',
    body: z.strictObject({
      id: id.nullish(),
      title: text(fields.headline, NOTICE_TITLE_MAX),
      fileId: id,
      sortNum: sortNum.optional(),
      status: flag.optional(),
      version,
    }),
    reply: saved,
  }),
  remove: post('/v3/notice/delete', { permit: 'superAdmin', query: byId, reply: done }),
  setStatus: post('/v3/notice/updateStatus', {
    permit: 'superAdmin',
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  setSortNum: post('/v3/notice/updateSortNum', { permit: 'superAdmin', query: byId.extend({ sortNum: querySortNum }), reply: done }),
  /** Orders the given files among themselves. */
  saveOrder: post('/v3/notice/saveOrder', { permit: 'superAdmin', body: z.strictObject({ ids }), reply: done }),
}
