import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'

export interface ApiClient {
  id: string
  name: string
  ipWhitelist: string[]
}

/** The enabled client of this name and secret that holds this call; undefined for every way it can be another. */
export async function findClient(db: Db, clientId: string, secretHash: string, call: string): Promise<ApiClient | undefined> {
  const { rows } = await sql<ApiClient>`
    select c.id, c.name, c.ip_whitelist from api_client c join api_client_call held on held.client_id = c.id and held.call = ${call}
    where c.client_id = ${clientId} and c.status = 1 and (c.end_time is null or c.end_time > now())
      and exists (select 1 from client_secret s where s.api_client_id = c.id and s.secret_hash = ${secretHash}
        and (s.end_time is null or s.end_time > now()))`.execute(db)
  return rows[0]
}
