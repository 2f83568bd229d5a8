import type { Pushed } from '../../../../outside/push.ts'
import { jsonIn, statusOf, type Resource, type ScimClient } from './client.ts'
import type { Abilities } from './abilities.ts'

/** A change of one resource: as PATCH operations, and as a function for servers without PATCH. */
export interface Edit {
  operations: readonly Resource[]
  applied: (present: Resource) => Resource
}

const MISSING = 404
const CHANGED_MEANWHILE = 412
const TRIES = 3

/** Changes a resource by PATCH, or without PATCH by GET and PUT with its ETag, again if somebody else changed it meanwhile. */
export async function edit(client: ScimClient, { patch }: Abilities, path: string, { operations, applied }: Edit): Promise<Pushed> {
  if (patch) return client.patch(path, operations)
  for (let tries = 1; ; tries++) {
    const read = await client.ask('GET', path)
    if (statusOf(read) === MISSING) return read
    const present = jsonIn(read)
    const put = await client.ask('PUT', path, writable(applied(present)), versionOf(present, read))
    if (statusOf(put) !== CHANGED_MEANWHILE || tries === TRIES) return put
  }
}

/** The resource without read-only attributes: memberships are changed in the groups. */
const writable = ({ meta: _meta, groups: _groups, ...rest }: Resource): Resource => rest

function versionOf({ meta }: Resource, read: Pushed): string | undefined {
  const version = (meta as { version?: unknown } | undefined)?.version
  const header = 'status' in read ? read.headers?.etag : undefined
  return typeof version === 'string' ? version : typeof header === 'string' ? header : undefined
}
