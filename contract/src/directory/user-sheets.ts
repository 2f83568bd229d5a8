import { z } from 'zod'
import { button, get, link, upload } from '../call.ts'
import { CheckReply, importMaxBytes } from '../import.ts'
import { callerId, id, queryId, queryIds, search } from '../shapes.ts'
import { started } from '../task.ts'
import { list, pages } from './user-permits.ts'

const imports = button(pages, 'import-user')
const template = (path: string) => link(path, { permit: imports, reply: z.undefined() })
const importCall = (path: string) =>
  upload(path, { permit: imports, body: z.object({ orgId: queryId, uuid: callerId.optional() }), reply: started, maxBytes: importMaxBytes })

/** Sheets of users: templates, imports and exports. */
export const userSheets = {
  insertTemplate: template('/v3/user/downloadInsertTemplate'),
  updateTemplate: template('/v3/user/downloadUpdateTemplate'),
  insertUserOrgTemplate: template('/v3/user/downloadInsertUserOrgTemplate'),
  updateUserOrgTemplate: template('/v3/user/downloadUpdateUserOrgTemplate'),
  importInsert: importCall('/v3/user/importInsert'),
  importUpdate: importCall('/v3/user/importUpdate'),
  importInsertUserOrg: importCall('/v3/user/importInsertUserOrg'),
  importUpdateUserOrg: importCall('/v3/user/importUpdateUserOrg'),
  importCheck: upload('/v3/user/importCheck', {
    permit: imports,
    query: z.object({ type: search }),
    body: z.object({ orgId: queryId }),
    reply: CheckReply,
    maxBytes: importMaxBytes,
  }),
  exportEmployee: link('/v3/user/exportEmployee', {
    permit: button(pages, 'user-detail'),
    query: z.object({ userId: id }),
    reply: z.undefined(),
  }),
  exportExcel: get('/v3/user/exportExcel', {
    permit: button(pages, 'export-user'),
    changes: true,
    query: z.object({
      uuid: callerId,
      userIds: queryIds,
      orgId: queryId,
      rangeType: z.string().regex(/^[1-4]$/, '导出范围不正确'),
      attributes: z.string().max(1000).optional(),
      orgIds: queryIds,
      query: z.string().max(4000).optional(),
    }),
    reply: started,
  }),
  attributes: get('/v3/user/listAttribute', { permit: list, reply: z.array(z.object({ attribute: z.string(), name: z.string() })) }),
}
