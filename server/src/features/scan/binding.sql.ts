import { sql } from 'kysely'
import type { Bindings, ScanType } from '@hufu/contract/scan'
import type { ConfigValues } from '../../kernel/config-catalog.ts'
import type { Db } from '../../kernel/db.ts'
import { newId } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refuse.ts'

/** Who somebody is elsewhere, to be bound. */
export interface Foreign {
  kind: 'wx' | 'zfb' | 'ca'
  subjectHash: string
  name: string
}

/**
 * An identity is one person's; whoever binds his own once more has it as he had. Certificates run out: a renewed one takes
 * the place of the old, which nobody could let go of first who has nothing else to sign in with.
 */
export async function bindIdentity(db: Db, userId: string, { kind, subjectHash, name }: Foreign): Promise<void> {
  if (kind === 'ca')
    await sql`delete from login_binding where user_id = ${userId} and kind = 'ca' and subject_hash <> ${subjectHash}`.execute(db)
  const { rows } = await sql<{ one: number }>`insert into login_binding as known (id, user_id, kind, subject_hash, name)
    values (${newId()}, ${userId}, ${kind}, ${subjectHash}, ${name})
    on conflict on constraint binding_taken do update set name = excluded.name where known.user_id = excluded.user_id
    returning 1 as one`.execute(db)
  if (rows.length === 0) refuse('bindingTaken')
}

/** Undefined: there is no such person. */
export async function bindingsOf(db: Db, userId: string): Promise<Bindings | undefined> {
  const person = await db.selectFrom('users').select('phoneMask').where('id', '=', userId).where('deletedAt', 'is', null).executeTakeFirst()
  if (!person) return undefined
  const rows = await db.selectFrom('loginBinding').select(['kind', 'name', 'createTime']).where('userId', '=', userId).execute()
  const bound = (kind: ScanType) => {
    const row = rows.find(one => one.kind === kind)
    return { bound: row !== undefined, nickName: row?.name ?? '', bindTime: row?.createTime ?? '' }
  }
  return {
    wx: bound('wx'),
    zfb: bound('zfb'),
    ca: { bound: rows.some(({ kind }) => kind === 'ca') },
    phone: { bound: person.phoneMask !== null, telephone: person.phoneMask ?? '' },
  }
}

/** Who has no password keeps at least one other way in that is open. */
export async function unbind(db: Db, values: ConfigValues, userId: string, kind: Foreign['kind']): Promise<void> {
  // Two that are taken away at once: the second sees what the first has left.
  await sql`select 1 from users where id = ${userId} for no key update`.execute(db)
  const open = (['wx', 'zfb', 'ca'] as const).filter(one => values[({ wx: 'openWx', zfb: 'openZfb', ca: 'openCa' } as const)[one]])
  const removed = await sql<{ one: number }>`delete from login_binding b using users u
    where b.user_id = ${userId} and b.kind = ${kind} and u.id = b.user_id and (
      u.password_hash is not null or exists (select 1 from pending_password p where p.user_id = u.id)
      or (${values.openPhone} and u.phone_hash is not null)
      or exists (select 1 from login_binding o where o.user_id = u.id and o.kind <> b.kind and o.kind = any(${open}::text[])))
    returning 1 as one`.execute(db)
  if (removed.rows.length > 0) return
  const left = await db.selectFrom('loginBinding').select('id').where('userId', '=', userId).where('kind', '=', kind).executeTakeFirst()
  if (left) refuse('lastWayIn')
}
