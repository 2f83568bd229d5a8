import type { BodyOf, ReplyOf } from '@hufu/contract/call'
import type { sync } from '@hufu/contract/provisioning/sync'
import { createHttpSender, Unreachable } from '../../../../outside/http-sender.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { PositionAttributes } from '../../../directory/index.ts'
import { oneAddress, refuseAddress } from '../sources/address.ts'
import { connectionOf, readPolicy, refuseElsewhere, sealedSecrets } from '../config.ts'
import { loadSync, refuseUnreachable, type StoredSync, type SyncCaller } from '../config.sql.ts'
import { ContestedValues } from '../compare/contested.ts'
import { refuseForeignFiles } from '../sources/files.ts'
import { fieldOf, labelOf } from '../mapping/fields.ts'
import { compareOrgs } from '../compare/compare-orgs.ts'
import { compareUsers } from '../compare/compare-users.ts'
import { actingSource, verdictOf, type CompareContext, type Staged } from '../compare/compare-context.ts'
import { linkedOrgs } from '../compare/links.sql.ts'
import { masked } from '../sources/masked.ts'
import { linesOf, Mapper, refuseMapping, type Mapped } from '../mapping/mapping.ts'
import { orgNames } from '../compare/org-names.sql.ts'
import { ORG_FIELDS } from './log-entries.ts'
import { at } from '../mapping/path.ts'
import { asOrg, type ReadOrg } from '../run/read.ts'
import { openSource, readOptions } from '../sources/sources.ts'
import { SourceError, type ObjectType, type RawRow } from '../sources/source.ts'
import { text } from '../text.ts'
import { entriesFor } from '../mapping/vocabulary.ts'

type TestBody = BodyOf<typeof sync.testConnect>
type PreviewBody = BodyOf<typeof sync.preview>
const MINUTE = 60_000
const TEN_A_MINUTE = 10
const SAMPLE = 3
const PREVIEWED = 10

export const countTest = (kernel: Kernel, userId: string) => kernel.limits.count('syncTest', userId, TEN_A_MINUTE, MINUTE)

/** A draft as a task; values that are left out or hidden come from the stored task. */
async function asStored(kernel: Kernel, caller: SyncCaller, draft: TestBody | PreviewBody): Promise<StoredSync> {
  const { userId } = caller.who
  if (draft.id !== undefined) await refuseUnreachable(kernel.db, caller, [draft.id])
  const present = draft.id === undefined ? undefined : await loadSync(kernel.db, draft.id)
  const objectType = draft.objectType ?? present?.objectType ?? 'user'
  const type = draft.type ?? present?.type ?? 'http'
  const options = draft.direction === 'in' ? readOptions(type, draft.options ?? present?.options ?? {}) : {}
  const stored: StoredSync = {
    id: present?.id ?? '',
    name: present?.name ?? '',
    direction: draft.direction,
    objectType,
    type,
    appId: null,
    url: draft.url?.trim() || (present?.url ?? null),
    method: draft.method ?? present?.method ?? 'GET',
    mapping: draft.mapping === undefined ? (present?.mapping ?? []) : linesOf(objectType, draft.mapping),
    options,
    policy: readPolicy(('policy' in draft ? draft.policy : undefined) ?? present?.policy ?? {}),
    cron: null,
    status: 1,
    version: 1,
    editedBy: userId,
    sealed: sealedSecrets(kernel, draft, present?.sealed ?? {}),
  }
  if (present) refuseElsewhere(stored, present)
  await refuseForeignFiles(kernel.db, userId, stored, present?.options)
  if (type === 'http') refuseAddress(kernel, stored.url)
  return stored
}

/** Tests a connection. A failure is told in one sentence, so that the call reveals nothing else about the network. */
export async function testConnect(kernel: Kernel, caller: SyncCaller, body: TestBody): Promise<ReplyOf<typeof sync.testConnect>> {
  const stored = await asStored(kernel, caller, body)
  const failed = { ok: false, sample: [], count: null, missing: [], totalPath: null }
  try {
    if (stored.direction === 'out') return { ...failed, ...(await probeAddress(kernel, stored.url ?? '')) }
    const { ok, httpStatus, message, batches, totalPath = null } = await openSource(connectionOf(kernel, stored), kernel).test()
    const rows = batches.flatMap(batch => [...batch.rows])
    const missing = stored.mapping
      .filter(({ from }) => from && rows.length > 0 && rows.every(row => isEmpty(at(row, from))))
      .map(line => line.from!)
    const sample = batches.flatMap(batch => batch.rows.slice(0, SAMPLE).map(row => masked(row) as Record<string, unknown>))
    return { ok, httpStatus, message, sample, count: rows.length, missing: [...new Set(missing)], totalPath }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { ...failed, httpStatus: error.httpStatus, message: error.sentence }
  }
}

/** Whether the address of an outward task answers. */
async function probeAddress({ settings }: Kernel, url: string): Promise<{ ok: boolean; httpStatus: number | null; message: string }> {
  const send = createHttpSender({ withLoopback: settings.allowLoopback, timeoutMs: 5000 })
  try {
    const { status } = await send(oneAddress(url), { method: 'GET' })
    return { ok: status < 500, httpStatus: status, message: text.test.told(status) }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    throw new SourceError(error.message === 'address refused' ? text.source.address : text.source.unreachable, null, error)
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
interface Sampled extends Mapped {
  raw: RawRow
}

/** Maps and compares the first rows of a source; nothing is written. */
export async function previewRows(kernel: Kernel, caller: SyncCaller, body: PreviewBody): Promise<ReplyOf<typeof sync.preview>> {
  const stored = await asStored(kernel, caller, body)
  refuseMapping(stored.objectType, stored.mapping)
  const who = actingSource(caller.who.userId)
  const context: CompareContext = { kernel, db: kernel.db, sync: stored, runId: '', scope: caller.scope, who }
  const transformContext = { codeOf: await entriesFor(kernel, stored.mapping) }
  const sampled: Record<ObjectType, Sampled[]> = { org: [], user: [] }
  for (const { objectType, rows } of await firstRows(kernel, stored)) {
    const mapper = new Mapper(objectType, stored.mapping, transformContext)
    for (const raw of rows.slice(0, PREVIEWED)) sampled[objectType].push({ ...(await mapper.map(raw)), raw })
  }
  const asStaged = ({ originId, hash, values }: Mapped): Staged => ({ originId, hash, name: originId, values })
  const good = (rows: readonly Sampled[]) => rows.filter(row => row.problems.length === 0).map(asStaged)
  const orgs = await compareOrgs(context, await placesOf(context, sampled.org), good(sampled.org))
  const plans = { positionAttributes: await PositionAttributes.read(kernel.db), orgIds: orgs.ids, contested: new ContestedValues() }
  const users = await compareUsers(context, plans, good(sampled.user))
  const compared = { org: new Map(orgs.rows.map(row => [row.originId, row])), user: new Map(users.rows.map(row => [row.originId, row])) }
  const previews = (['org', 'user'] as const).flatMap(object =>
    sampled[object].map(row => previewRowOf(object, row, compared[object].get(row.originId))),
  )
  return withOrgNames(kernel, previews)
}

/** The parents of sampled organisations, as far as they are sampled or linked: of the others nothing is known before a run. */
async function placesOf({ db, sync: { id } }: CompareContext, sampled: readonly Sampled[]): Promise<ReadOrg[]> {
  const orgs = sampled.map(asOrg)
  const parents = orgs.flatMap(({ parentOriginId }) => parentOriginId ?? [])
  const linked = await linkedOrgs(db, id, parents)
  const known = new Set([...orgs.map(({ originId }) => originId), ...linked.keys()])
  const isKnown = (parent: string | null) => parent !== null && known.has(parent)
  const outside = [...linked.keys()].map(originId => ({ originId, parentOriginId: null }))
  return [...outside, ...orgs.map(org => (isKnown(org.parentOriginId) ? org : { ...org, parentOriginId: null }))]
}

async function firstRows(kernel: Kernel, stored: StoredSync) {
  try {
    return (await openSource(connectionOf(kernel, stored), kernel).test()).batches
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return refuse('syncFailed', { sentence: error.sentence })
  }
}

type PreviewRow = ReplyOf<typeof sync.preview>[number]

function previewRowOf(
  objectType: ObjectType,
  { originId, values, raw, problems }: Sampled,
  row = verdictOf(originId, 'refused', { problems }),
): PreviewRow {
  const mapped = Object.entries(values).map(([field, value]) => {
    const shown = Array.isArray(value) ? value.join('、') : value
    return {
      field,
      label: labelOf(objectType, field),
      value: fieldOf(objectType, field)?.sensitive ? (masked(shown) as string | null) : shown,
    }
  })
  const { verdict, changes } = row
  return {
    objectType,
    originId,
    raw: masked(raw) as Record<string, unknown>,
    mapped,
    verdict,
    changes: changes as PreviewRow['changes'],
    faults: row.problems,
  }
}

async function withOrgNames({ db }: Kernel, rows: PreviewRow[]): Promise<PreviewRow[]> {
  const ids = rows.flatMap(row =>
    row.changes.flatMap(({ field, before, after }) => (ORG_FIELDS.has(field) ? [before ?? [], after ?? []].flat() : [])),
  )
  const named = await orgNames(db, '', ids)
  const nameOf = (id: string | null) => (id === null ? null : (named.get(id) ?? id))
  return rows.map(row => ({
    ...row,
    changes: row.changes.map(one => (ORG_FIELDS.has(one.field) ? { ...one, before: nameOf(one.before), after: nameOf(one.after) } : one)),
  }))
}
