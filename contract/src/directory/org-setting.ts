import { z } from 'zod'
import { button, get, menu, post } from '../call.ts'
import { count, done } from '../shapes.ts'

/** The field a proposed user name is made from. */
export const userNameRules = ['pinyin', 'phone', 'employeeNumber'] as const

export const OrgSetting = z.strictObject({
  requiredPhone: z.boolean(),
  requiredIdCard: z.boolean(),
  requiredOriginUserId: z.boolean(),
  requiredEmployeeNumber: z.boolean(),
  /** Whether users may have other jobs beside the main one. */
  openOtherJob: z.boolean(),
  userNameRule: z.enum(userNameRules),
})
export type OrgSetting = z.infer<typeof OrgSetting>

const settingPage = menu('/organiz/setting')
export const orgSetting = {
  overview: get('/v3/orgSetting/overview', {
    permit: settingPage,
    reply: z.object({ rank: count, positionalTitles: count, position: count, station: count }),
  }),
  get: get('/v3/orgSetting/get', { permit: settingPage, reply: OrgSetting }),
  update: post('/v3/orgSetting/update', {
    permit: button(['/organiz/setting'], 'edit-setting'),
    reads: 'get',
    body: OrgSetting,
    reply: done,
  }),
}
