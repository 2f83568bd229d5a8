import type { Caller } from './caller.ts'
import { groupSources } from './groups/group-source.sql.ts'
import type { UserReader } from './users/user.sql.ts'

/** What queries need to know about the caller: its client, its scope and the tables of its groups. */
export const readerOf = ({ client, scope }: Pick<Caller, 'client' | 'scope'>): UserReader => ({
  clientRow: client.id,
  scope,
  groups: groupSources[client.groupsAre],
})
