import { z } from 'zod'
import { button, get } from '../call.ts'
import { id, queryId, search } from '../shapes.ts'
import { form, pages } from './user-permits.ts'

const probe = z.string().max(64)

/** Checks and proposals for the user form while it is filled in. */
export const userChecks = {
  userNameTaken: get('/v3/user/existUserName', { permit: form, query: z.object({ userName: probe, id: queryId }), reply: z.boolean() }),
  phoneTaken: get('/v3/user/existPhone', { permit: form, query: z.object({ phone: probe, id: queryId }), reply: z.boolean() }),
  idCardTaken: get('/v3/user/existIdCard', { permit: form, query: z.object({ idCard: probe, id: queryId }), reply: z.boolean() }),
  originUserIdTaken: get('/v3/user/existOriginUserId', {
    permit: form,
    query: z.object({ originUserId: probe, id: queryId }),
    reply: z.boolean(),
  }),
  jobNumberTaken: get('/v3/user/existJobNumber', {
    permit: form,
    query: z.object({ employeeNumber: probe, userId: queryId }),
    reply: z.boolean(),
  }),
  requiredFields: get('/v3/user/getRequiredVerification', {
    permit: form,
    reply: z.object({
      phone: z.boolean(),
      idCard: z.boolean(),
      originUserId: z.boolean(),
      employeeNumber: z.boolean(),
      /** Whether the form offers other jobs beside the main one. */
      openOtherJob: z.boolean(),
      hasInitialPassword: z.boolean(),
    }),
  }),
  generateUserName: get('/v3/user/generateUsername', {
    permit: form,
    query: z.object({
      realName: z.string().max(50),
      phone: search,
      employeeNumber: search,
      userId: queryId,
      filterUserNames: z.string().max(4000).optional(),
    }),
    reply: z.string(),
  }),
  userNameFree: get('/v3/user/checkUserName', { permit: form, query: z.object({ userName: probe }), reply: z.boolean() }),
  /** The applications that know a user by the user name. */
  namedIn: get('/v3/user/listNameApp', {
    permit: button(pages, 'edit-user'),
    query: z.object({ userId: id }),
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
}
