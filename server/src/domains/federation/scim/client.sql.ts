import { sql } from 'kysely'
import type { ScimGroups } from '@hufu/contract/federation/api-client'
import type { Db } from '../../../platform/database/db.ts'

export interface ScimClient {
  id: string
  rootOrg: string
  defaultOrg: string
  unknownOrg: 'default' | 'refuse'
  groupsAre: ScimGroups
  onDelete: 'delete' | 'disable'
  adopts: 0 | 1
  brakePercent: number
  brakeLeast: number
  state: 'open' | 'blocked'
  blockedWhy: string | null
  limitPerMinute: number | null
}

export async function findScimClient(db: Db, id: string): Promise<ScimClient | undefined> {
  const { rows } = await sql<ScimClient>`select c.id, s.root_org, s.default_org, s.unknown_org, s.groups_are, s.on_delete, s.adopts,
      s.brake_percent, s.brake_least, s.state, s.blocked_why, c.limit_per_minute
    from api_client c join scim_client s on s.client_id = c.id where c.id = ${id}`.execute(db)
  return rows[0]
}
