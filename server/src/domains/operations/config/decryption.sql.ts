import { sql } from 'kysely'
import type { Decryption } from '@hufu/contract/operations/config'
import type { Page, Paging } from '@hufu/contract/shapes'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { offsetOf, pageOf } from '../../../platform/database/paging.ts'

/** The key of the setting whose stored ciphertext this is. */
export async function keyOfValue(db: Db, ciphertext: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('config')
    .select('configKey')
    .where('valueType', '=', 'password')
    .where('configValue', '=', ciphertext)
    .executeTakeFirst()
  return row?.configKey
}

const uses = sql`oper_log o where o.operate_type in ('sm4', 'decryptValue') and o.code in ('success', '0', 'global_prompt')`

export async function pageDecryptions(db: Db, query: Paging): Promise<Page<Decryption>> {
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${uses}`.execute(db)
  const { rows } = await everyone(
    'only super administrators see who has decrypted',
    sql<Omit<Decryption, 'reason'> & { params: string | null }>`select o.id, o.user_name, u.real_name,
      case when o.operate_type = 'decryptValue' then 'config' when o.params like '%"type":"en"%' then 'en' else 'de' end as kind,
      o.params, c.config_name,
      case when o.code in ('success', '0') then 1 else 0 end as result, o.ip, o.create_time
    from (select * from ${uses} order by o.create_time desc, o.id desc limit ${query.size} offset ${offsetOf(query)}) o
    left join users u on u.id = o.user_id left join config c on c.config_key = o.target and o.operate_type = 'decryptValue'
    order by o.create_time desc, o.id desc`,
  ).execute(db)
  return pageOf(
    query,
    counted[0]!.total,
    rows.map(({ params, ...row }) => ({ ...row, reason: reasonIn(params) })),
  )
}

/** The reason the caller gave. Parsed here, because PostgreSQL refuses some characters that JSON allows. */
function reasonIn(params: string | null): string | null {
  const { body, query } = JSON.parse(params ?? '{}') as Partial<Record<'body' | 'query', { reason?: unknown } | null>>
  const reason = body?.reason ?? query?.reason
  return typeof reason === 'string' ? reason : null
}
