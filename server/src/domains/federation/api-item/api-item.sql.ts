import { sql } from 'kysely'
import { allCalls } from '@hufu/contract/calls'
import { hasActName, moduleName, operateName } from '@hufu/contract/audit/audit-text'
import { callKey, clientCalls } from '@hufu/contract/federation/client-calls'
import { scimCalls, type ScimCall } from '@hufu/contract/federation/scim'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { reads, SCIM_GROUP, scimNames } from './text.ts'

/** The audit module of a contract noun, where the two names differ. */
const modules: Readonly<Record<string, string>> = { menus: 'menu' }

const ownItems = () =>
  Object.entries(allCalls).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([operation, call]) => {
      const module = modules[noun] ?? noun
      const own = call.changes && hasActName(module, operation) ? operateName(module, operation) : reads[operation]
      const name = own ?? operateName(module, operation)
      const { method, path } = call
      return { id: newId(), group_name: moduleName(module), name, method, path, openable: clientCalls.has(callKey(call)) ? 1 : 0 }
    }),
  )

/** The SCIM requests that can be granted to clients. SCIM is not among the contract's calls. */
const scimItems = () =>
  Object.entries(scimCalls).map(([name, { method, path }]) => ({
    id: newId(),
    group_name: SCIM_GROUP,
    name: scimNames[name as ScimCall],
    method,
    path,
    openable: 1,
  }))

export const shippedItems = () => [...ownItems(), ...scimItems()]

/** Adds the server's calls that are not in the list of APIs yet; returns how many. Existing rows are not changed. */
export async function addOwnItems(db: Db): Promise<number> {
  const items = shippedItems()
  const existing = new Set((await db.selectFrom('apiItem').select('call').execute()).map(row => row.call))
  const missing = items.filter(item => !existing.has(callKey(item)))
  if (missing.length === 0) return 0
  const { rows } = await sql`insert into api_item (id, group_name, name, method, path, openable, built_in)
    select id, group_name, name, method, path, openable, 1 from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb)
      as item (id text, group_name text, name text, method text, path text, openable smallint)
    on conflict do nothing returning 1`.execute(db)
  return rows.length
}
