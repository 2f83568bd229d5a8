import { sql } from 'kysely'
import type { AppDraft, AppEdit } from '@hufu/contract/apps/app'
import type { TokenAlg } from '@hufu/contract/apps/app-setting'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId, newSecretId, newToken } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { lockApps } from './app.sql.ts'
import { addSecret, endFormerSecrets } from './client-secret.sql.ts'

/** '' and null empty a field, undefined leaves it. */
const emptyToNull = (value: string | null | undefined) => (value === undefined ? undefined : value?.trim() || null)

const details = (draft: AppDraft | AppEdit) => ({
  appGroupId: draft.appGroupId,
  name: draft.name,
  code: draft.code,
  logo: emptyToNull(draft.logo),
  homeUrl: emptyToNull(draft.homeUrl),
  protocol: draft.protocol,
  redirectUris: draft.redirectUris,
  postLogoutUris: draft.postLogoutUris,
  logoutUri: emptyToNull(draft.logoutUri),
  accountFrom: draft.accountFrom,
  claims: draft.claims && JSON.stringify(draft.claims),
  isListed: draft.isListed,
  sortNum: draft.sortNum,
  remark: emptyToNull(draft.remark),
})

/** Generates the client id; the secret is returned only here. */
export async function insertApp(db: Db, draft: AppDraft): Promise<{ id: string; clientId: string; clientSecret: string }> {
  // A native app on the user's device cannot keep a secret (RFC 8252, 8.5).
  const isPublic = draft.protocol === 'oauth2' && draft.isPublic === 1
  const made = { id: newId(), clientId: newSecretId(), clientSecret: isPublic ? '' : newToken() }
  await db
    .insertInto('app')
    .values({ id: made.id, clientId: made.clientId, ...details(draft), status: draft.status ?? 1 })
    .execute()
  if (!isPublic) await addSecret(db, { appId: made.id }, made.clientSecret)
  return made
}

export async function updateApp(db: Db, edit: AppEdit): Promise<void> {
  await lockApps(db, [edit.id])
  const { numUpdatedRows } = await db
    .updateTable('app')
    .set(column => ({ ...details(edit), version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', '=', edit.id)
    .$if(edit.version !== undefined, rows => rows.where('version', '=', edit.version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
}

interface RegisteredApp {
  name: string
  redirectUris: string[]
  postLogoutUris: string[]
  logoutUri: string | null
  tokenAlg: TokenAlg
}
/** Updates an application that registered itself, from its new metadata. */
export const updateRegisteredApp = (db: Db, id: string, { name, redirectUris, postLogoutUris, logoutUri, tokenAlg }: RegisteredApp) =>
  db
    .updateTable('app')
    .set(column => ({
      name,
      redirectUris,
      postLogoutUris,
      logoutUri,
      tokenAlg,
      ...(logoutUri !== null && { singleLogout: 1 as const }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .execute()

/** Sets the signing algorithm of the application's future ID tokens. */
export const setTokenAlg = (db: Db, id: string, tokenAlg: TokenAlg) =>
  db
    .updateTable('app')
    .set(column => ({ tokenAlg, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', '=', id)
    .where('tokenAlg', '!=', tokenAlg)
    .execute()

/** For protocols whose redirect addresses come from the other party's metadata. */
export const setRedirectUris = (db: Db, id: string, redirectUris: string[]) =>
  db
    .updateTable('app')
    .set({ redirectUris, updateTime: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

/** Refuses the whole batch if one application has grants. The lock prevents new grants meanwhile. */
export async function removeApps(db: Db, ids: readonly string[]): Promise<number> {
  const wanted = await lockApps(db, ids, 'update')
  const { rows } = await sql`delete from app where id = any (${wanted}) and not exists (
    select 1 from app_grant g where g.app_id = any (${wanted})) returning 1`.execute(db)
  return rows.length === wanted.length ? rows.length : refuse('appGranted')
}

export async function setAppStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  const wanted = await lockApps(db, ids)
  const { rows } = await sql`update app set status = ${status}, version = version + 1, update_time = now()
    where id = any (${wanted}) and status <> ${status} returning 1`.execute(db)
  return rows.length
}

export async function setAppSortNum(db: Db, { id, sortNum }: { id: string; sortNum: number }): Promise<void> {
  await lockApps(db, [id])
  await sql`update app set sort_num = ${sortNum}, update_time = now() where id = ${id} and sort_num <> ${sortNum}`.execute(db)
}

export async function resetSecret(db: Db, id: string, endFormer: boolean): Promise<string> {
  await lockApps(db, [id])
  const secret = newToken()
  await addSecret(db, { appId: id }, secret)
  if (endFormer) await endFormerSecrets(db, { appId: id })
  return secret
}
