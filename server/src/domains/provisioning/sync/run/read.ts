import type { Kysely } from 'kysely'
import type { Tables } from '../../../../../migrations/tables.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { connectionOf } from '../config.ts'
import type { StoredSync } from '../config.sql.ts'
import { identityOf } from '../mapping/fields.ts'
import { askedFor, loggedExchange, loggedRow, sensitivePaths } from '../sources/exchange.ts'
import { findLinks, linkedOrgs, type Link } from '../compare/links.sql.ts'
import { Mapper, type Mapped } from '../mapping/mapping.ts'
import { clearRaw, saveRaw, type RawOf } from './raw.sql.ts'
import { clearRows, updateRowStatistics, stageRows, type StagedRow } from '../compare/rows.sql.ts'
import { openSource } from '../sources/sources.ts'
import {
  MarkLost,
  SourceError,
  type Connection,
  type LinkedOrgs,
  type NamedObject,
  type ObjectType,
  type RawBatch,
  type RawRow,
} from '../sources/source.ts'
import { mapWithPauses } from '../../../../platform/tasks/pauses.ts'
import { text } from '../text.ts'
import { entriesFor } from '../mapping/vocabulary.ts'

const ROWS_MAX = 500_000

export interface ReadOrg {
  originId: string
  parentOriginId: string | null
}

export interface Read {
  org: number
  user: number
  /** Every organisation with its parent, kept in memory because they are few and placing one needs the others. */
  orgs: ReadOrg[]
  /** False if only changes or single objects were read. */
  isWhole: boolean
  /** How far the source's changes were seen; undefined if the source does not say. */
  watermark: string | undefined
}

export interface ReadOptions {
  runId: string
  /** The only objects to look at; undefined for all. */
  only: readonly NamedObject[] | undefined
  /** Events of the source named the objects. If one of them is a new organisation with others in it, everything is read. */
  isHinted: boolean
  /** Watermark: only users changed since then are read, if the source supports it. */
  since: string | undefined
}

/** Reads the source into staged rows. If it throws, the read is incomplete and nothing of it is written. */
export async function readAll(
  kernel: Kernel,
  db: Kysely<Tables>,
  sync: StoredSync,
  { runId, ...how }: ReadOptions,
  report: (rows: number) => Promise<void>,
): Promise<Read> {
  const connection = connectionOf(kernel, sync)
  const staging = { kernel, db, sync, runId, connection }
  try {
    return await readFrom(staging, how, report)
  } catch (error) {
    throw asReadError(error, connection, sync)
  }
}

/** Adds to a source error the request and reply that the log may show. */
export function asReadError(error: unknown, connection: Connection, { objectType }: Pick<StoredSync, 'objectType'>): unknown {
  if (error instanceof SourceError) {
    const request = askedFor(connection, objectType === 'org' ? 'org' : 'user')
    error.exchange = loggedExchange(error.exchange ?? { request }, connection)
  }
  return error
}

/**
 * Most objects to request one by one: for more, a whole read takes fewer requests, because a list gives up to 100 users at once.
 */
const SINGLE_MAX = 100

async function readFrom(
  staging: Staging,
  { only, isHinted, since }: Omit<ReadOptions, 'runId'>,
  report: (rows: number) => Promise<void>,
): Promise<Read> {
  const source = openSource(staging.connection, staging.kernel)
  if (only && only.length <= SINGLE_MAX && source.readObjects && (isHinted || areOwnIds(staging.sync, only))) {
    const found = await source.readObjects(only, linkedTo(staging))
    if (found.is === 'read') return withParents(staging, await stageAll(staging, found.batches, undefined, report))
    if (found.is === 'newBranch' && isHinted) return { ...(await stageAll(staging, source.read(), undefined, report)), isWhole: true }
  }
  if (since !== undefined && source.changes)
    try {
      return { ...(await stageAll(staging, source.changes(since), only, report)), isWhole: false }
    } catch (error) {
      if (!(error instanceof MarkLost)) throw error
    }
  return { ...(await stageAll(staging, source.read(), only, report)), isWhole: true }
}

/** Whether the task's origin ids are the source's own `id`, so that the source can be asked for these objects. */
const areOwnIds = ({ mapping }: StoredSync, objects: readonly NamedObject[]): boolean =>
  objects.every(({ objectType }) =>
    mapping.some(
      ({ object, to, from, transform }) => object === objectType && to === identityOf[objectType] && from === 'id' && !transform?.length,
    ),
  )

const linkedTo =
  ({ db, sync }: Staging): LinkedOrgs =>
  async ids =>
    new Set((await linkedOrgs(db, sync.id, ids)).keys())

/** Adds the linked parents of the organisations read, so that these can be placed. */
async function withParents(staging: Staging, read: Omit<Read, 'isWhole'>): Promise<Read> {
  const origins = new Set(read.orgs.map(({ originId }) => originId))
  const named = read.orgs.flatMap(({ parentOriginId }) => (parentOriginId === null || origins.has(parentOriginId) ? [] : [parentOriginId]))
  const parents = [...(await linkedTo(staging)(named))].map((originId): ReadOrg => ({ originId, parentOriginId: null }))
  return { ...read, orgs: [...read.orgs, ...parents], isWhole: false }
}

async function stageAll(
  staging: Staging,
  batches: AsyncIterable<RawBatch> | Iterable<RawBatch>,
  only: ReadOptions['only'],
  report: (rows: number) => Promise<void>,
): Promise<Omit<Read, 'isWhole'>> {
  const { kernel, db, sync, runId } = staging
  await clearRows(db, runId)
  await clearRaw(db, runId)
  const context = { codeOf: await entriesFor(kernel, sync.mapping) }
  const mappers = { org: new Mapper('org', sync.mapping, context), user: new Mapper('user', sync.mapping, context) }
  const named = only && new Set(only.map(one => `${one.objectType} ${one.originId}`))
  const read: Omit<Read, 'isWhole'> = { org: 0, user: 0, orgs: [], watermark: undefined }
  for await (const { objectType, rows, watermark, request = askedFor(staging.connection, objectType) } of batches) {
    const mapped = await mapWithPauses(rows, async row => ({ ...(await mappers[objectType].map(row)), raw: row }))
    const wanted = named ? mapped.filter(({ originId }) => named.has(`${objectType} ${originId}`)) : mapped
    await stageMapped(staging, { objectType, request }, wanted, read[objectType])
    read[objectType] += mapped.length
    read.watermark = watermark ?? read.watermark
    if (objectType === 'org') read.orgs.push(...mapped.map(asOrg))
    if (read.org + read.user > ROWS_MAX) throw new SourceError(text.source.tooManyRows(ROWS_MAX))
    await report(read.org + read.user)
  }
  await updateRowStatistics(db, read)
  return read
}

export const textOf = (value: string | string[] | null | undefined): string | null => (typeof value === 'string' ? value : null)
export const asOrg = ({ originId, values }: Mapped): ReadOrg => ({ originId, parentOriginId: textOf(values.parentOriginId) })

interface Staging {
  kernel: Kernel
  db: Kysely<Tables>
  sync: StoredSync
  runId: string
  connection: Connection
}
interface BatchRequest {
  objectType: ObjectType
  request: string
}

type Row = Mapped & { raw: RawRow }

/** Stages mapped rows. A row unchanged since the last write, at the source and in Hufu, is staged without its values. */
async function stageMapped(
  { kernel, db, sync, runId }: Staging,
  { objectType, request }: BatchRequest,
  mapped: readonly Row[],
  from: number,
): Promise<void> {
  const links = await findLinks(db, sync.id, objectType, mapped.map(row => row.originId)) // prettier-ignore
  const seen = new Set<string>()
  const parts: [StagedRow[], StagedRow[]] = [[], []]
  const sensitive = sensitivePaths(sync.mapping, objectType)
  const raws: RawOf[] = []
  for (const [n, row] of mapped.entries()) {
    const staged = stagedRow(kernel, row, links.get(row.originId), from + n)
    // A repeated id goes into a second statement, whose conflict with the first one refuses both rows.
    parts[seen.has(staged.originId) ? 1 : 0].push(staged)
    seen.add(staged.originId)
    if (staged.verdict !== 'unchanged') raws.push({ originId: staged.originId, raw: loggedRow(row.raw, sensitive) })
  }
  const twice = { label: '', message: text.row.twice }
  await stageRows(db, runId, objectType, parts[0], [twice])
  const again = [...new Map(parts[1].map(row => [row.originId, row])).values()]
  if (again.length > 0) await stageRows(db, runId, objectType, again, [twice])
  await saveRaw(db, runId, { objectType, request }, raws)
}

function stagedRow(kernel: Kernel, { originId, hash, problems, values }: Row, link: Link | undefined, rowNo: number): StagedRow {
  const isSame = link?.state === 'linked' && link.rowHash === hash && link.version !== null && link.version === link.objectVersion
  const isRefused = problems.length > 0
  return {
    // A row without an id gets a unique key, so that its refusal affects no other row.
    originId: originId || `?${rowNo}`,
    rowNo,
    hash,
    mapped: isSame || isRefused ? null : kernel.keys.sealField(JSON.stringify(values)),
    verdict: isRefused ? 'refused' : isSame ? 'unchanged' : null,
    name: (textOf(values.realName) ?? textOf(values.name) ?? originId).slice(0, NAME_MAX),
    problems: [...problems],
  }
}
const NAME_MAX = 100
