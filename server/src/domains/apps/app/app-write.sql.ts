import { sql } from 'kysely'
import type { AppDraft, AppEdit } from '@hufu/contract/apps/app'
import type { TokenAlg } from '@hufu/contract/apps/app-setting'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId, newSecretId, newToken } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { takeApps } from './app.sql.ts'
import { addSecret, endFormerSecrets } from './client-secret.sql.ts'

/** '' and null empty a field, absence leaves it. */
const emptied = (value: string | null | undefined) => (value === undefined ? undefined : value?.trim() || null)

const details = (draft: AppDraft | AppEdit) => ({
  appGroupId: draft.appGroupId,
  name: draft.name,
  code: draft.code,
  logo: emptied(draft.logo),
  homeUrl: emptied(draft.homeUrl),
  protocol: draft.protocol,
  redirectUris: draft.redirectUris,
  postLogoutUris: draft.postLogoutUris,
  logoutUri: emptied(draft.logoutUri),
  accountFrom: draft.accountFrom,
  claims: draft.claims && JSON.stringify(draft.claims),
  isListed: draft.isListed,
  sortNum: draft.sortNum,
  remark: emptied(draft.remark),
})

/** The id an application is known by is ours to make, and its secret is told this once. */
export async function insertApp(db: Db, draft: AppDraft): Promise<{ id: string; clientId: string; clientSecret: string }> {
  // On a device of its user nothing is secret (RFC 8252, 8.5).
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
  await takeApps(db, [edit.id])
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
/** Of an application that registers itself, and says so anew. */
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

/** What its ID tokens are signed with from now on. */
export const setTokenAlg = (db: Db, id: string, tokenAlg: TokenAlg) =>
  db
    .updateTable('app')
    .set(column => ({ tokenAlg, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', '=', id)
    .where('tokenAlg', '!=', tokenAlg)
    .execute()

/** Of a protocol whose addresses are not typed but read from what the other end says of itself. */
export const setRedirectUris = (db: Db, id: string, redirectUris: string[]) =>
  db
    .updateTable('app')
    .set({ redirectUris, updateTime: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

/** Locked first, so that nobody can grant one of them meanwhile; one that is granted keeps the whole batch (X-APP-06). */
export async function removeApps(db: Db, ids: readonly string[]): Promise<number> {
  const wanted = await takeApps(db, ids, 'update')
  const { rows } = await sql`delete from app where id = any (${wanted}) and not exists (
    select 1 from app_grant g where g.app_id = any (${wanted})) returning 1`.execute(db)
  return rows.length === wanted.length ? rows.length : refuse('appGranted')
}

export async function setAppStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  const wanted = await takeApps(db, ids)
  const { rows } = await sql`update app set status = ${status}, version = version + 1, update_time = now()
    where id = any (${wanted}) and status <> ${status} returning 1`.execute(db)
  return rows.length
}

export async function setAppSortNum(db: Db, { id, sortNum }: { id: string; sortNum: number }): Promise<void> {
  await takeApps(db, [id])
  await sql`update app set sort_num = ${sortNum}, update_time = now() where id = ${id} and sort_num <> ${sortNum}`.execute(db)
}

export async function resetSecret(db: Db, id: string, endFormer: boolean): Promise<string> {
  await takeApps(db, [id])
  const secret = newToken()
  await addSecret(db, { appId: id }, secret)
  if (endFormer) await endFormerSecrets(db, { appId: id })
  return secret
}
