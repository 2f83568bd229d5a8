import type { Caller } from './caller.ts'
import { groupSources } from './group-source.sql.ts'
import type { Reader } from './user.sql.ts'

/** As whom the client reads. */
export const readerOf = ({ client, scope }: Pick<Caller, 'client' | 'scope'>): Reader => ({
  clientRow: client.id,
  scope,
  groups: groupSources[client.groupsAre],
})
