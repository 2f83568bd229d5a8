import type { FastifyRequest } from 'fastify'
import { insertApp, isAppNameTaken, removeApps, setAppStatus, updateRegisteredApp } from '../../apps/index.ts'
import { writeAudit } from '../../../platform/audit/audit.ts'
import { inTransaction, type Db } from '../../../platform/database/db.ts'
import { newSecretId, newToken } from '../../../platform/database/ids.ts'
import { Refused } from '../../../platform/http/refuse.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { differsFromApproved, merged } from './merge.ts'
import { readMetadata } from './metadata.ts'
import { problem, problemFrom, stranger, unfit } from './problem.ts'
import {
  holdsSecret,
  insertClient,
  insertRegistration,
  lockManaged,
  type Managed,
  updateClient,
  updateRegistration,
} from './registered.sql.ts'
import { text } from './text.ts'
import { type ShownToken, useToken } from './token.sql.ts'

/** The operation, and the token that authorises it. */
interface Act {
  operation: 'create' | 'change' | 'end'
  token: { id: string; name: string }
  params: unknown
}

/** Makes a change in one transaction and audits it in the token's name; a refused change is audited outside the transaction. */
async function change<T>(kernel: Kernel, request: FastifyRequest, act: Act, work: (db: Db, target: (id: string) => void) => Promise<T>) {
  const { operation, token, params } = act
  let target: string | undefined
  const record = (db: Db, code: string, message: string) =>
    writeAudit(db, {
      who: { userId: token.id, userName: token.name, sessionId: '' },
      ip: request.ip,
      traceId: request.id,
      module: 'registration',
      operateType: operation,
      method: request.method,
      path: request.url.split('?', 1)[0]!,
      params: { body: params },
      code,
      message,
      cost: Math.round(performance.now() - (request.startedAt ?? performance.now())),
      target,
      targets: target === undefined ? [] : [{ type: 'app', id: target }],
    })
  const actor = { userId: token.id, sessionId: '', traceId: request.id, call: `registration.${operation}` }
  try {
    return await inTransaction(kernel.db, actor, async db => {
      const result = await work(db, id => {
        target = id
      })
      await record(db, 'success', text.done)
      return result
    })
  } catch (error) {
    const found = problemFrom(error)
    if (found && found.status < 500) await record(kernel.db, String(found.status), found.message)
    throw error
  }
}

const RECORDED = [
  'client_name',
  'redirect_uris',
  'token_endpoint_auth_method',
  'grant_types',
  'scope',
  'client_uri',
  'software_id',
] as const
/** The part of the body that is audited: what identifies the registration, never a secret. */
const recordable = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body).filter(([name]) => (RECORDED as readonly string[]).includes(name))) : {} // prettier-ignore

const SUFFIX = 6
const BASE_NAME_MAX = 50 - SUFFIX - 1
/** The name the client asks for, with a random suffix if another application has that name. */
async function freeName(db: Db, requestedName: string, isPlain: boolean): Promise<string> {
  const name = requestedName || text.unnamed
  return isPlain && !(await isAppNameTaken(db, name))
    ? name
    : `${name.slice(0, BASE_NAME_MAX).toWellFormed()} ${newSecretId().slice(0, SUFFIX)}`
}
/** Runs again with a suffix if another registration has taken the name at the same time. */
async function withFreeName<T>(run: (isPlain: boolean) => Promise<T>): Promise<T> {
  try {
    return await run(true)
  } catch (error) {
    if (error instanceof Refused && error.reason === 'appNameTaken') return run(false)
    throw error
  }
}

export interface RegisteredClient {
  appId: string
  clientId: string
  clientSecret: string
  /** The registration access token, by which the application manages itself. */
  access: string
}

/** Registers a new application, which nobody may open until it is granted. */
export function register(kernel: Kernel, request: FastifyRequest, token: ShownToken, body: unknown): Promise<RegisteredClient> {
  const isApproved = token.needsApproval === 0
  const act: Act = { operation: 'create', token, params: recordable(body) }
  return withFreeName(isPlain =>
    change(kernel, request, act, async (db, target) => {
      const registering = readMetadata(body, token)
      const { wanted, authMethod } = registering
      if (!(await useToken(db, token.id))) return stranger()
      const metadata = { ...wanted, name: await freeName(db, wanted.clientName, isPlain) }
      const { id, clientId, clientSecret } = await insertApp(db, {
        appGroupId: token.appGroupId,
        name: metadata.name,
        code: `reg-${newSecretId().slice(0, 16)}`,
        protocol: 'oauth2',
        redirectUris: metadata.redirectUris,
        postLogoutUris: metadata.postLogoutUris,
        isListed: 0,
        remark: text.remark(token.name),
        status: isApproved ? 1 : 0,
        isPublic: authMethod === 'none' || authMethod === 'private_key_jwt' ? 1 : 0,
      })
      target(id)
      await updateRegisteredApp(db, id, metadata)
      await insertClient(db, id, metadata, authMethod)
      const access = newToken()
      await insertRegistration(db, { appId: id, tokenId: token.id, access, isApproved }, metadata, registering)
      return { appId: id, clientId, clientSecret, access }
    }),
  )
}

const FORBIDDEN = ['registration_access_token', 'registration_client_uri', 'client_secret_expires_at', 'client_id_issued_at'] as const
const familyOf = (method: string) => (method.startsWith('client_secret') ? 'secret' : method)

/** RFC 7592, 2.2: the client_id and client_secret in the body must be those of the application. */
async function refuseForeign(db: Db, { appId, clientId }: Managed, body: unknown): Promise<void> {
  const sent: object = typeof body === 'object' && body !== null ? body : {}
  const forbidden = FORBIDDEN.find(name => name in sent)
  if (forbidden) problem(400, 'invalid_request', `${forbidden} must not be sent`)
  if (!('client_id' in sent) || sent.client_id !== clientId) problem(400, 'invalid_request', 'client_id must be that of the application')
  if (!('client_secret' in sent)) return
  const isOwn = typeof sent.client_secret === 'string' && (await holdsSecret(db, appId, sent.client_secret))
  if (!isOwn) problem(400, 'invalid_request', 'client_secret is not that of the application')
}

/** Replaces all metadata except those an administrator has set. If approval is needed, a changed application waits again. */
export function replace(kernel: Kernel, request: FastifyRequest, found: Managed, shown: string): Promise<string> {
  const { body } = request
  const token = { id: found.tokenId, name: found.tokenName }
  const act: Act = { operation: 'change', token, params: recordable(body) }
  return withFreeName(isPlain =>
    change(kernel, request, act, async (db, target) => {
      target(found.appId)
      const managed = (await lockManaged(db, found.clientId, shown)) ?? stranger()
      if (managed.status === 0 && !managed.isWaiting) problem(403, 'access_denied', 'an administrator has disabled the application')
      await refuseForeign(db, managed, body)
      const registering = readMetadata(body, managed.policy)
      if (familyOf(registering.authMethod) !== familyOf(managed.authMethod)) unfit('token_endpoint_auth_method cannot be changed')
      const { clientName } = registering.wanted
      const isSameName = clientName === managed.registered.clientName
      const name = isSameName ? managed.registered.name : await freeName(db, clientName, isPlain)
      const { metadata, registered } = merged(managed, registering.wanted, name)
      const waits = managed.needsApproval === 1 && differsFromApproved(managed, metadata, registering)
      const access = newToken()
      await updateRegistration(db, { appId: managed.appId, access, waits }, registered, registering)
      await updateRegisteredApp(db, managed.appId, metadata)
      await updateClient(db, managed.appId, metadata)
      if (waits) await setAppStatus(db, [managed.appId], 0)
      return access
    }),
  )
}

/** Deletes the application with the console's check, which refuses applications that are granted to users. */
export const end = (
  kernel: Kernel,
  request: FastifyRequest,
  { appId, clientId, tokenId, tokenName }: Managed,
  shown: string,
): Promise<void> =>
  change(kernel, request, { operation: 'end', token: { id: tokenId, name: tokenName }, params: { clientId } }, async (db, target) => {
    target(appId)
    if (!(await lockManaged(db, clientId, shown))) stranger()
    await removeApps(db, [appId])
  })
