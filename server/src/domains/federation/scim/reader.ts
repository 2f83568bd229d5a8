import type { Caller } from './caller.ts'
import { groupSources } from './group-source.sql.ts'
import type { UserReader } from './user.sql.ts'

/** The reader's scope and client. */
export const readerOf = ({ client, scope }: Pick<Caller, 'client' | 'scope'>): UserReader => ({
  clientRow: client.id,
  scope,
  groups: groupSources[client.groupsAre],
})
