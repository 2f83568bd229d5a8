import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { accessOf } from '../../apps/index.ts'
import { findResource, type Resource } from './resource.sql.ts'

/** The resource servers one request names, by their identifiers. */
const named = new WeakMap<object, Map<string, Resource>>()
export const resourcesOf = ({ oidc }: KoaContextWithOIDC): ReadonlyMap<string, Resource> => named.get(oidc) ?? new Map<string, Resource>()
export const nameResource = ({ oidc }: KoaContextWithOIDC, resource: Resource): void => {
  named.set(oidc, new Map(named.get(oidc)).set(resource.identifier, resource))
}

/** The resource servers a token is for, while this user may use each of them; undefined where they may not. */
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

/** One or several, as a token has them. */
export const listed = (one: string | readonly string[] | undefined): readonly string[] =>
  one === undefined ? [] : typeof one === 'string' ? [one] : one
