import type { ScimOptions } from '@hufu/contract/provisioning/sync-options'
import { readPaged } from './http-source.ts'
import { isRecord } from '../mapping/path.ts'
import { SourceError, type OpenSource, type RawBatch, type RawRow } from './source.ts'
import { text } from '../text.ts'

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const PAGE = 200

/** Reads a SCIM server (RFC 7644) with `url` as its base: its users, and its groups or organisations as organisations. */
export const scimSource: OpenSource = (connection, kernel) => {
  if (!connection.url) throw new SourceError(text.source.noUrl)
  const base = connection.url.replace(/\/+$/, '')
  const { orgs } = connection.options as ScimOptions
  const orgUrl = `${base}/${orgs}${orgs === 'Groups' ? '?excludedAttributes=members' : ''}`
  const source = readPaged(
    {
      ...connection,
      method: 'GET',
      url: connection.objectType === 'org' ? orgUrl : `${base}/Users`,
      headers: { accept: 'application/scim+json, application/json', ...connection.headers },
    },
    { path: 'Resources', orgUrl, auth: { kind: 'bearer' }, page: { kind: 'index', size: PAGE } },
    kernel,
  )
  return {
    async *read() {
      for await (const batch of source.read()) yield flattened(batch)
    },
    async test() {
      const tested = await source.test()
      return { ...tested, batches: tested.batches.map(flattened) }
    },
  }
}

const flattened = ({ rows, ...batch }: RawBatch): RawBatch => ({ ...batch, rows: rows.map(flat) })

/**
 * Copies the enterprise extension and the group ids to plain fields, because paths of the mapping follow neither names with dots
 * nor lists.
 */
function flat(row: RawRow): RawRow {
  const groups = Array.isArray(row.groups) ? row.groups.flatMap((group: unknown) => (isRecord(group) ? [group.value] : [])) : undefined
  return { ...row, ...(row[ENTERPRISE] !== undefined && { enterprise: row[ENTERPRISE] }), ...(groups && { groupIds: groups }) }
}
