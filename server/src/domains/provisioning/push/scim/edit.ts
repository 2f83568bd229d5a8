import type { Pushed } from '../../../../outside/push.ts'
import { jsonIn, statusOf, type Resource, type ScimClient } from './client.ts'
import type { Abilities } from './abilities.ts'

/** A change of one resource, for servers with PATCH and for those without. */
export interface Edit {
  operations: readonly Resource[]
  applied: (present: Resource) => Resource
}

const MISSING = 404
const CHANGED_MEANWHILE = 412
const TRIES = 3

/** By PATCH where the server has it; else what it has is read, changed and put back, unless somebody was faster: then once more. */
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

/** Groups of a user are changed at the groups. */
const writable = ({ meta: _meta, groups: _groups, ...rest }: Resource): Resource => rest

function versionOf({ meta }: Resource, read: Pushed): string | undefined {
  const version = (meta as { version?: unknown } | undefined)?.version
  const header = 'status' in read ? read.headers?.etag : undefined
  return typeof version === 'string' ? version : typeof header === 'string' ? header : undefined
}
