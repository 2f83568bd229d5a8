import { z } from 'zod'
import { secret } from '../secret.ts'
import { get, post } from '../call.ts'
import { id } from '../shapes.ts'
import { LoginData } from './sign-in.ts'

// Longer than any valid token, so that one that is too long gets the same answer as any other invalid token.
const token = secret(z.string().max(16_000))

/** Signing in by the address: a ticket another system requested, or a code the user requested. */
export const ticket = {
  /** The caller is an API client that was granted this call. */
  create: post('/common/createTicket', {
    permit: 'client',
    body: z.strictObject({ userName: z.string().max(50).optional(), userId: id.optional() }),
    reply: z.object({ ticket: z.string(), expire: z.number() }),
  }),
  createCode: post('/common/createCode', { permit: 'signedIn', reply: z.object({ code: z.string(), expire: z.number() }) }),
  /** The user whom a ticket, or else a code, would sign in; it is not consumed. */
  owner: get('/common/ticketOwner', {
    permit: 'anyone',
    loginLike: true,
    query: z.object({ ticket: token.optional(), code: token.optional() }),
    reply: z.object({ userId: z.string(), userName: z.string(), realName: z.string() }),
  }),
  login: get('/common/ticketLogin', {
    permit: 'anyone',
    loginLike: 'unguessable',
    changes: true,
    query: z.object({ ticket: token }),
    reply: LoginData,
  }),
  loginByCode: get('/common/codeLogin', {
    permit: 'anyone',
    loginLike: 'unguessable',
    changes: true,
    query: z.object({ code: token }),
    reply: LoginData,
  }),
}
