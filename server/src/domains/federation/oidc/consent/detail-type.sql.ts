import { sql } from 'kysely'
import type { DetailField, DetailType } from '@hufu/contract/federation/detail-type'
import type { Db } from '../../../../platform/database/db.ts'

/** A type of authorization details with the resource server it belongs to. */
export interface OwnedType {
  type: string
  label: string
  explanation: string
  fields: DetailField[]
  identifier: string
}

/** The types of all enabled resource servers, as listed in discovery. */
export async function detailTypeNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select t.type from oidc_detail_type t join app a on a.id = t.app_id and a.status = 1 order by t.type`.execute(db)
  return rows.map(({ type }) => type)
}

/** Those of the given types whose resource server is enabled. */
export async function findDetailTypes(db: Db, types: readonly string[]): Promise<Map<string, OwnedType>> {
  if (types.length === 0) return new Map()
  const { rows } = await sql<OwnedType>`
    select t.type, t.label, t.explanation, t.fields, r.identifier from oidc_detail_type t
      join oidc_resource r on r.app_id = t.app_id join app a on a.id = t.app_id and a.status = 1
    where t.type = any (${[...new Set(types)]})`.execute(db)
  return new Map(rows.map(row => [row.type, row]))
}

export async function replaceDetailTypes(db: Db, appId: string, types: readonly DetailType[]): Promise<void> {
  await db.deleteFrom('oidcDetailType').where('appId', '=', appId).execute()
  if (types.length === 0) return
  const rows = types.map(({ explanation, fields, ...type }, at) => ({
    appId,
    ...type,
    explanation: explanation ?? '',
    fields: JSON.stringify(fields),
    sortNum: at,
  }))
  await db.insertInto('oidcDetailType').values(rows).execute()
}
