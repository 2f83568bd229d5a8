import { z } from 'zod'
import { get, menu } from '../call.ts'
import { count, isFilled, inQuery, queryId, queryTime, rangeInOrder } from '../shapes.ts'

const DAYS_MAX = 366
const DAY_MS = 86_400_000

/** Statistics use whole days; times of day are ignored. */
const day = queryTime.refine(isFilled, '请选择日期范围').transform(time => String(time).slice(0, 10))
const days = z.object({ beginTime: day, endTime: day })
/** Refines queries with such days, both ends included. */
const notTooMany = [
  ({ beginTime, endTime }: z.infer<typeof days>) => (Date.parse(endTime) - Date.parse(beginTime)) / DAY_MS < DAYS_MAX,
  `统计的日期范围不能超过${DAYS_MAX}天`,
] as const
const inDays = days.refine(...rangeInOrder).refine(...notTooMany)

export const units = ['day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

export const Figures = z.object({
  userCount: count,
  orgCount: count,
  appCount: count,
  todayLogin: count,
  todayFail: count,
  onlineCount: count,
})
export type Figures = z.infer<typeof Figures>
export const LoginDay = z.object({ date: z.string(), success: count, fail: count })
export type LoginDay = z.infer<typeof LoginDay>
export const LoginHour = z.object({ weekday: z.number(), hour: z.number(), count })
export type LoginHour = z.infer<typeof LoginHour>
export const OrgCount = z.object({ orgId: z.string(), orgName: z.string(), count, hasChildren: z.boolean() })
export type OrgCount = z.infer<typeof OrgCount>

const page = menu('/audit/stats')
/** Numbers of sign-ins, users and organisations, within the caller's scope. */
export const stats = {
  overview: get('/v3/stats/overview', { permit: page, reply: Figures }),
  /** One entry for each day, zeros included. */
  loginTrend: get('/v3/stats/loginTrend', { permit: page, query: inDays, reply: z.array(LoginDay) }),
  /** Successful sign-ins by method. */
  loginType: get('/v3/stats/loginType', { permit: page, query: inDays, reply: z.array(z.object({ type: z.string(), count })) }),
  appVisit: get('/v3/stats/appVisit', {
    permit: page,
    query: inDays,
    reply: z.array(z.object({ appId: z.string(), appName: z.string(), count })),
  }),
  /** Users at or below each organisation under `parentId`; without it, at the top of the caller's scope. */
  orgUser: get('/v3/stats/orgUser', { permit: page, query: z.object({ parentId: queryId }), reply: z.array(OrgCount) }),
  /** Sign-ins at or below each organisation, each counted where the user had their main job at that time. */
  orgLogin: get('/v3/stats/orgLogin', {
    permit: page,
    query: days
      .extend({ parentId: queryId })
      .refine(...rangeInOrder)
      .refine(...notTooMany),
    reply: z.array(OrgCount),
  }),
  /** Reasons of failures, most frequent first. */
  failReason: get('/v3/stats/failReason', { permit: page, query: inDays, reply: z.array(z.object({ reason: z.string(), count })) }),
  /** Sign-ins by weekday (1 Monday to 7 Sunday) and hour: 168 entries, zeros included. */
  loginHours: get('/v3/stats/loginHours', { permit: page, query: inDays, reply: z.array(LoginHour) }),
  /**
   * Number of different users who signed in, by day, or by whole week (named by its Monday) or month (by its first day) the
   * range touches.
   */
  activeUser: get('/v3/stats/activeUser', {
    permit: page,
    query: days
      .extend({ unit: inQuery(z.enum(units)).transform(unit => unit ?? 'day') })
      .refine(...rangeInOrder)
      .refine(...notTooMany),
    reply: z.array(z.object({ date: z.string(), count })),
  }),
  /** Accounts that are locked now. */
  lockedUser: get('/v3/stats/lockedUser', { permit: page, reply: z.object({ count }) }),
}
