import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { accessOf } from '../../../apps/index.ts'
import { findResource, type Resource } from './resource.sql.ts'

/** The resource servers that each request names, by identifier. */
const named = new WeakMap<object, Map<string, Resource>>()
export const resourcesOf = ({ oidc }: KoaContextWithOIDC): ReadonlyMap<string, Resource> => named.get(oidc) ?? new Map<string, Resource>()
export const nameResource = ({ oidc }: KoaContextWithOIDC, resource: Resource): void => {
  named.set(oidc, new Map(named.get(oidc)).set(resource.identifier, resource))
}

/** The resource servers with these identifiers; undefined if one is unknown or the user may not use it. */
export async function allowedResources(
  { db }: Pick<Kernel, 'db'>,
  userId: string,
  identifiers: readonly string[],
): Promise<Resource[] | undefined> {
  const found = await Promise.all(identifiers.map(one => findResource(db, one)))
  const readable: Resource[] = []
  for (const resource of found) {
    if (!resource || !(await accessOf(db, { userId, appId: resource.appId }))) return undefined
    readable.push(resource)
  }
  return readable
}

/** Lists the values of a claim or parameter that holds one value or several. */
export const listed = (one: string | readonly string[] | undefined): readonly string[] =>
  one === undefined ? [] : typeof one === 'string' ? [one] : one
