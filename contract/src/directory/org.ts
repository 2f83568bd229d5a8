import { z } from 'zod'
import { anyMenu, button, get, link, menu, post, upload } from '../call.ts'
import {
  callerId, count, done, id, ids, nextFound, paged, paging, queryBoolean, queryFlag, queryId, queryIds, querySortNum, rangeInOrder, saved,
  search, sorting, submission, submitted, timeRange,
} from '../shapes.ts' // prettier-ignore
import { BatchReply, CheckReply, importMaxBytes } from '../import.ts'
import { started } from '../task.ts'
import { problems } from '../text.ts'
import { DeletedOrg, Org, OrgDraft, OrgEdit, orgFilter, OrgNode } from './org-shapes.ts'

export * from './org-shapes.ts'

const treePages = ['/organiz/index', '/organiz/org-list'] as const
const tree = menu(...treePages)
const listOnly = menu('/organiz/org-list')
const imports = button(['/organiz/org-list'], 'import-org')
const one = z.object({ id })
/** The permit of the calls that push organisations to applications, for buttons. */
export const orgPush = { permit: button(treePages, 'push-org') }
export const orgDeletedPush = { permit: button(['/organiz/org-list'], 'push-org') }

export const org = {
  tree: get('/v3/org/tree', {
    permit: anyMenu,
    query: z.object({ parentId: queryId, orgRangeId: queryId, hasOnlyEnable: queryBoolean }),
    reply: z.array(OrgNode),
  }),
  search: get('/v3/org/searchByName', {
    permit: anyMenu,
    query: nextFound.extend({ name: search, orgRangeId: queryId }),
    reply: z.array(z.object({ id: z.string(), name: z.string(), path: z.string() })),
  }),
  path: get('/v3/org/getPath', { permit: anyMenu, query: one, reply: z.array(z.object({ id: z.string(), name: z.string() })) }),
  page: get('/v3/org/page', {
    permit: tree,
    query: paging
      .extend(orgFilter.shape)
      .extend(sorting.shape)
      .refine(...rangeInOrder),
    reply: paged(Org),
  }),
  byId: get('/v3/org/getById', {
    permit: button(['/organiz/index', '/organiz/org-list'], 'view-org'),
    query: one,
    reply: Org.extend({ childCount: z.number() }),
  }),
  save: post('/v3/org/save', { permit: button(treePages, 'add-org'), body: OrgDraft, reply: z.union([saved, submitted]) }),
  update: post('/v3/org/update', {
    permit: button(treePages, 'edit-org'),
    reads: 'byId',
    body: OrgEdit,
    reply: z.union([done, submitted]),
  }),
  remove: post('/v3/org/delete', {
    permit: button(treePages, 'delete-org'),
    body: z.strictObject({ ids, review: submission }),
    reply: z.union([count, submitted]),
  }),
  setStatus: post('/v3/org/updateStatus', {
    permit: button(treePages, 'org-status'),
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  move: post('/v3/org/move', { permit: button(treePages, 'move-org'), body: z.strictObject({ ids, targetParentId: id }), reply: done }),
  codeTaken: get('/v3/org/existCode', { permit: tree, query: z.object({ code: z.string().max(50), id: queryId }), reply: z.boolean() }),
  nameTaken: get('/v3/org/existName', {
    permit: tree,
    query: z.object({ name: z.string().max(50), parentId: id, id: queryId }),
    reply: z.boolean(),
  }),
  originTaken: get('/v3/org/existOriginOrgId', {
    permit: tree,
    query: z.object({ originOrgId: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  sortTop: post('/v3/org/topSort', { permit: button(treePages, 'sort-org'), query: z.object({ orgId: id }), reply: done }),
  sortBottom: post('/v3/org/bottomSort', { permit: button(treePages, 'sort-org'), query: z.object({ orgId: id }), reply: done }),
  sortDrag: post('/v3/org/dragSort', { permit: button(treePages, 'sort-org'), query: z.object({ parentId: id }), body: ids, reply: done }),
  sortMove: post('/v3/org/moveSort', {
    permit: button(treePages, 'sort-org'),
    query: z.object({ orgId: id, sortNum: querySortNum }),
    reply: done,
  }),
  setSortNum: post('/v3/org/updateSortNum', {
    permit: button(treePages, 'sort-org'),
    query: z.object({ orgId: id, sortNum: querySortNum }),
    reply: done,
  }),
  saveMany: post('/v3/org/batchSave', {
    permit: button(['/organiz/org-list'], 'batch-save-org'),
    body: z.strictObject({ parentId: id, list: z.array(z.record(z.string(), z.unknown())).min(1, problems.dataNotChosen).max(5000) }),
    reply: BatchReply,
    maxBytes: 5 * 1024 * 1024,
  }),
  /** Proposes a code by pinyin for each name, none of them in `used` or in the system. */
  generateCodes: post('/v3/org/generateCodes', {
    permit: button(['/organiz/org-list'], 'batch-save-org'),
    changes: false,
    body: z.strictObject({ names: z.array(z.string().max(50)).min(1).max(200), used: z.array(z.string().max(50)).max(200) }),
    reply: z.array(z.string()),
  }),
  insertTemplate: link('/v3/org/downloadInsertTemplate', { permit: imports, reply: z.undefined() }),
  updateTemplate: link('/v3/org/downloadUpdateTemplate', { permit: imports, reply: z.undefined() }),
  importCheck: upload('/v3/org/importCheck', {
    permit: imports,
    query: z.object({ type: search }),
    body: z.object({ parentId: queryId }),
    reply: CheckReply,
    maxBytes: importMaxBytes,
  }),
  importInsert: upload('/v3/org/importInsert', {
    permit: imports,
    body: z.object({ parentId: queryId, uuid: callerId.optional() }),
    reply: started,
    maxBytes: importMaxBytes,
  }),
  importUpdate: upload('/v3/org/importUpdate', {
    permit: imports,
    body: z.object({ uuid: callerId.optional() }),
    reply: started,
    maxBytes: importMaxBytes,
  }),
  exportExcel: get('/v3/org/exportExcel', {
    permit: button(treePages, 'export-org'),
    changes: true,
    query: z.object({
      uuid: callerId,
      orgId: queryId,
      rangeType: z.string().regex(/^[1-4]$/, '导出范围不正确'),
      orgIds: queryIds,
      attributes: z.string().max(1000).optional(),
      query: z.string().max(4000).optional(),
    }),
    reply: started,
  }),
  attributes: get('/v3/org/listAttribute', { permit: tree, reply: z.array(z.object({ attribute: z.string(), name: z.string() })) }),
  pageDeleted: get('/v3/org/pageDeletedOrg', {
    permit: listOnly,
    query: paging.extend({ name: search, code: search, ...timeRange.shape }).refine(...rangeInOrder),
    reply: paged(DeletedOrg),
  }),
  deletedById: get('/v3/org/getByDeletedId', { permit: listOnly, query: one, reply: DeletedOrg }),
  recover: post('/v3/org/recoveryOrg', {
    permit: button(['/organiz/org-list'], 'recover-org'),
    query: z.object({ orgId: id }),
    body: z.strictObject({ parentId: id.nullish() }).nullish(),
    reply: done,
  }),
}
