import { sql } from 'kysely'
import type { ConfigValues } from '../../kernel/config-catalog.ts'
import type { Db } from '../../kernel/db.ts'
import { newId } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refuse.ts'
import type { Holder } from '../../outside/certificate/certificate.ts'

export async function hasCertificate(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ bound: boolean }>`select exists (
    select 1 from login_binding where user_id = u.id and kind = 'ca') as bound
    from users u where u.id = ${userId} and u.deleted_at is null`.execute(db)
  return (rows[0] ?? refuse('userMissing')).bound
}

/** Certificates are renewed every few years: the new one takes the place of the old. */
export async function bindCertificate(db: Db, userId: string, { digest, name }: Holder): Promise<void> {
  await sql`delete from login_binding where user_id = ${userId} and kind = 'ca' and subject_hash <> ${digest}`.execute(db)
  const { rows } = await sql<{ one: number }>`insert into login_binding as known (id, user_id, kind, subject_hash, name)
    values (${newId()}, ${userId}, 'ca', ${digest}, ${name})
    on conflict on constraint binding_taken do update set name = excluded.name where known.user_id = excluded.user_id
    returning 1 as one`.execute(db)
  if (rows.length === 0) refuse('bindingTaken')
}

/** Who has no password keeps at least one other way in that is open. */
export async function unbindCertificate(db: Db, { openWx, openZfb, openPhone }: ConfigValues, userId: string): Promise<void> {
  // Two that are taken away at once: the second sees what the first has left.
  await sql`select 1 from users where id = ${userId} for no key update`.execute(db)
  const open = [...(openWx ? ['wx'] : []), ...(openZfb ? ['zfb'] : [])]
  const removed = await sql<{ one: number }>`delete from login_binding b using users u
    where b.user_id = ${userId} and b.kind = 'ca' and u.id = b.user_id and (
      u.password_hash is not null or exists (select 1 from pending_password p where p.user_id = u.id)
      or (${openPhone} and u.phone_hash is not null)
      or exists (select 1 from login_binding o where o.user_id = u.id and o.kind = any(${open}::text[])))
    returning 1 as one`.execute(db)
  if (removed.rows.length === 0 && (await hasCertificate(db, userId))) refuse('lastWayIn')
}
