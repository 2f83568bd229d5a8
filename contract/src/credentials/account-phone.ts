import { z } from 'zod'
import { secret } from '../secret.ts'
import { get, post } from '../call.ts'
import { cipher, done, id } from '../shapes.ts'

const telephone = z.string().max(20)
const account = { userName: z.string().max(200), pwd: cipher }

/** The caller's own telephone: prove, bind, change and remove it. */
export const accountPhone = {
  /** Proves a telephone in this session; it may be bound within five minutes. */
  prove: post('/user/checkPhoneCore', {
    permit: 'signedIn',
    stepUp: true,
    body: z.strictObject({ telephone, code: secret(z.string().max(16)) }),
    reply: done,
  }),
  /** type 0: the first one; 1: replaces the present one. */
  bind: get('/user/bindPhone', {
    permit: 'signedIn',
    changes: true,
    query: z.object({ phone: telephone, type: z.enum(['0', '1']).default('0') }),
    reply: done,
  }),
  unbind: post('/user/unBindPhone', { permit: 'signedIn', stepUp: true, alias: ['/unBindPhone'], reply: done }),
  isBound: get('/user/checkIsBindPhone', { permit: 'signedIn', alias: ['/checkIsBindPhone'], reply: z.boolean() }),
}

/** Checks by name and password for forms before sign-in; refusals and counters are those of the sign-in. */
export const accountCheck = {
  account: get('/user/checkUserInfo', {
    permit: 'anyone',
    loginLike: true,
    query: z.object(account),
    reply: z.object({ userId: z.string(), hasPhone: z.boolean(), hasIdCard: z.boolean() }),
  }),
  /** Masked, null where there is none. */
  phone: get('/user/checkUserPhone', {
    permit: 'anyone',
    alias: ['/checkUserPhone'],
    loginLike: true,
    query: z.object({ ...account, userId: id.optional() }),
    reply: z.string().nullable(),
  }),
  idCard: get('/user/checkUserIdCard', {
    permit: 'anyone',
    alias: ['/checkUserIdCard'],
    loginLike: true,
    query: z.object({ ...account, userId: id.optional() }),
    reply: z.boolean(),
  }),
}
