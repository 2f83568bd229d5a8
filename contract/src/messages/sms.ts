import { z } from 'zod'
import { button, get, menu } from '../call.ts'
import { byId, callerId, id, inQuery, paged, paging, queryNumber, rangeInOrder, search, timeRange } from '../shapes.ts'
import { started } from '../task.ts'

/** The purpose of an SMS. A code is valid for its purpose only. */
export const SMS_TYPES = ['login', 'verify', 'recover', 'bind', 'password'] as const
export type SmsType = (typeof SMS_TYPES)[number]

/** Sent, refused, or not yet known. */
export const SMS_RESULTS = { sent: 1, failed: 0, waiting: 2 } as const

export const Sms = z.object({
  id: z.string(),
  /** Masked. */
  telephone: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  realName: z.string().nullable(),
  type: z.enum(SMS_TYPES),
  /** A code or password in it is shown as ******. */
  content: z.string(),
  gateway: z.string(),
  /** 1 sent, 0 failed, 2 waiting. */
  result: z.number(),
  message: z.string(),
  /** The gateway's own id of it. */
  receipt: z.string().nullable(),
  tries: z.number(),
  createTime: z.string(),
  sendTime: z.string().nullable(),
})
export type Sms = z.infer<typeof Sms>

export const smsFilter = z.object({
  /** A whole number or its last four digits. */
  telephone: search,
  type: inQuery(z.enum(SMS_TYPES)),
  result: inQuery(queryNumber(z.int().min(0).max(2))),
  userId: inQuery(id),
  ...timeRange.shape,
})
export type SmsFilter = z.infer<typeof smsFilter>

const page = menu('/audit/sms')
/** Records of sent messages, without their secrets. */
export const sms = {
  page: get('/v3/sms/page', { permit: page, query: paging.extend(smsFilter.shape).refine(...rangeInOrder), reply: paged(Sms) }),
  byId: get('/v3/sms/getById', { permit: page, query: byId, reply: Sms }),
  /** Numbers of today. */
  overview: get('/v3/sms/overview', { permit: page, reply: z.object({ sent: z.number(), failed: z.number(), waiting: z.number() }) }),
  exportExcel: get('/v3/sms/exportExcel', {
    permit: button(['/audit/sms'], 'export-sms'),
    changes: true,
    query: z.object({ uuid: callerId, query: z.string().max(4000).optional() }),
    reply: started,
  }),
  /** Whether a reset password can be sent to its owner, and whether there is a common initial password to give. */
  canSendPassword: get('/v3/sms/canSendPassword', {
    permit: button(['/organiz/index', '/organiz/org-list'], 'reset-password'),
    reply: z.object({ canSend: z.boolean(), hasInitialPassword: z.boolean() }),
  }),
}
