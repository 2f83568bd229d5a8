import { sql } from 'kysely'
import type { AppSetting, AppSettingDraft } from '@hufu/contract/apps/app-setting'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { lockApps } from './app.sql.ts'

export type StoredSetting = Omit<AppSetting, 'tokenAlgs'>

export async function findSetting(db: Db, appId: string): Promise<StoredSetting> {
  const { rows } =
    await sql<StoredSetting>`select a.id as app_id, a.protocol, a.token_seconds, a.token_alg, a.ip_whitelist, a.open_push, a.push_url, a.push_object,
    exists (select 1 from app_push_secret s where s.app_id = a.id) as push_secret_set, a.single_logout, a.asks_job from app a where a.id = ${appId}`.execute(
      db,
    )
  return rows[0] ?? refuse('appMissing')
}

/** '' and null empty a field, undefined leaves it. */
const emptyToNull = <T extends string>(value: T | '' | null | undefined) => (value === undefined ? undefined : value || null)

/** `secretCipher`: null removes the secret, undefined leaves it. Returns the stored setting. */
export async function updateSetting(db: Db, draft: AppSettingDraft, secretCipher: string | null | undefined): Promise<StoredSetting> {
  const { appId, tokenSeconds, tokenAlg, ipWhitelist, openPush, pushUrl, pushObject, singleLogout, asksJob } = draft
  await lockApps(db, [appId])
  await db
    .updateTable('app')
    .set({
      tokenSeconds,
      tokenAlg,
      ipWhitelist,
      openPush,
      pushUrl: emptyToNull(pushUrl?.trim() ?? pushUrl),
      pushObject: emptyToNull(pushObject),
      singleLogout,
      asksJob,
      updateTime: sql<string>`now()`,
    })
    .where('id', '=', appId)
    .execute()
  if (secretCipher === null) await db.deleteFrom('appPushSecret').where('appId', '=', appId).execute()
  else if (secretCipher !== undefined)
    await db
      .insertInto('appPushSecret')
      .values({ appId, secretCipher })
      .onConflict(row => row.column('appId').doUpdateSet({ secretCipher }))
      .execute()
  return findSetting(db, appId)
}

export interface Pushable {
  code: string
  pushUrl: string
  secretCipher: string
}

/** The push address of an application, and the secret that signs pushes. */
export async function findPushable(db: Db, appId: string): Promise<Pushable> {
  const row = await db
    .selectFrom('app as a')
    .leftJoin('appPushSecret as s', 's.appId', 'a.id')
    .select(['a.code', 'a.pushUrl', 's.secretCipher'])
    .where('a.id', '=', appId)
    .executeTakeFirst()
  if (!row) return refuse('appMissing')
  const { code, pushUrl, secretCipher } = row
  return pushUrl === null || secretCipher === null ? refuse('pushNotSet') : { code, pushUrl, secretCipher }
}

/** Switches the push off at the receiver's request. */
export const closePush = (db: Db, appId: string) =>
  db
    .updateTable('app')
    .set({ openPush: 0, updateTime: sql<string>`now()` })
    .where('id', '=', appId)
    .execute()
