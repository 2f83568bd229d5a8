import type { Caller } from './caller.ts'
import { groupSources } from './group-source.sql.ts'
import type { Reader } from './user.sql.ts'

/** The reader's scope and client. */
export const readerOf = ({ client, scope }: Pick<Caller, 'client' | 'scope'>): Reader => ({
  clientRow: client.id,
  scope,
  groups: groupSources[client.groupsAre],
})
