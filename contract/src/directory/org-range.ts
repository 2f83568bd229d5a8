import { z } from 'zod'
import { anyMenu, button, get, menu, post } from '../call.ts'
import { count, done, id, ids, queryId, saved, sortNum, text, version } from '../shapes.ts'
import { problems } from '../text.ts'

const permit = menu('/organiz/org-list')
const changing = button(['/organiz/org-list'], 'org-range')

export const OrgRange = z.object({ id: z.string(), name: z.string(), rootOrgIds: z.array(z.string()), sortNum: z.number() })
const rangeDraft = { name: text('范围名称'), rootOrgIds: ids.min(1, problems.orgNotChosen), sortNum: sortNum.optional() }
export const orgRange = {
  list: get('/v3/orgRange/list', { permit: anyMenu, reply: z.array(OrgRange) }),
  nameTaken: get('/v3/orgRange/existName', {
    permit,
    query: z.object({ name: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  save: post('/v3/orgRange/save', { permit: changing, body: z.strictObject(rangeDraft), reply: saved }),
  update: post('/v3/orgRange/update', {
    permit: changing,
    reads: 'nothing',
    body: z.strictObject({ id, ...rangeDraft, version }),
    reply: done,
  }),
  remove: post('/v3/orgRange/delete', { permit: changing, body: z.strictObject({ ids }), reply: count }),
}
