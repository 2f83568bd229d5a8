import type { Db } from '../../../platform/database/db.ts'

export async function totpSince(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('totp').select('createTime').where('userId', '=', userId).executeTakeFirst()
  return row?.createTime ?? null
}

export async function removeFactors(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkey').where('userId', '=', userId).execute()
  await db.deleteFrom('totp').where('userId', '=', userId).execute()
}
