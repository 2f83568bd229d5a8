import { sql } from 'kysely'
import type { Bindings } from '@hufu/contract/credentials/scan'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'

/** An external identity to be bound. */
export interface ExternalIdentity {
  kind: 'wx' | 'zfb' | 'ca'
  subjectHash: string
  name: string
}

/**
 * An identity belongs to one user; binding one's own again changes nothing. A renewed certificate replaces the old one,
 * which a user without another sign-in method could not unbind first.
 */
export async function bindIdentity(db: Db, userId: string, { kind, subjectHash, name }: ExternalIdentity): Promise<void> {
  if (kind === 'ca')
    await sql`delete from login_binding where user_id = ${userId} and kind = 'ca' and subject_hash <> ${subjectHash}`.execute(db)
  const { rows } = await sql<{ one: number }>`insert into login_binding as known (id, user_id, kind, subject_hash, name)
    values (${newId()}, ${userId}, ${kind}, ${subjectHash}, ${name})
    on conflict on constraint binding_taken do update set name = excluded.name where known.user_id = excluded.user_id
    returning 1 as one`.execute(db)
  if (rows.length === 0) refuse('bindingTaken')
}

/** Undefined if there is no such user. */
export async function bindingsOf(db: Db, userId: string): Promise<Bindings | undefined> {
  const person = await everyone('the caller themselves, or any user if a super administrator asks', db.selectFrom('liveUser'))
    .select('phoneMask')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person) return undefined
  const rows = await db.selectFrom('loginBinding').select(['kind', 'name', 'createTime']).where('userId', '=', userId).execute()
  const bound = (kind: ExternalIdentity['kind']) => {
    const row = rows.find(one => one.kind === kind)
    return { bound: row !== undefined, nickName: row?.name ?? '', bindTime: row?.createTime ?? '' }
  }
  return {
    wx: bound('wx'),
    zfb: bound('zfb'),
    ca: bound('ca'),
    phone: { bound: person.phoneMask !== null, telephone: person.phoneMask ?? '' },
  }
}

export const removeBinding = (db: Db, userId: string, kind: ExternalIdentity['kind']) =>
  db.deleteFrom('loginBinding').where('userId', '=', userId).where('kind', '=', kind).execute()
