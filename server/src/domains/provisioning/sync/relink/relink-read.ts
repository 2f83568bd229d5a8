import type { Correlation } from '@hufu/contract/provisioning/sync'
import type { PersonDraft } from '../../../directory/index.ts'
import { candidateOf, currentOwnersOf, uniqueOfDraft } from '../compare/candidates.ts'
import { connectionOf } from '../config.ts'
import { draftOf } from '../mapping/draft.ts'
import { identityOf, labelOf, objectsOf } from '../mapping/fields.ts'
import { problem, verdictOf, type CompareContext } from '../compare/compare-context.ts'
import { findLinks } from '../compare/links.sql.ts'
import { identityPath, Mapper, ORIGIN_MAX, withLines, type Line, type Mapped } from '../mapping/mapping.ts'
import { asReadError, textOf } from '../run/read.ts'
import { linkedAmong, refuseRows, stageRelink, type RelinkRow } from './relink-all.sql.ts'
import { clearRows } from '../compare/rows.sql.ts'
import type { StoredRun } from '../run/run.sql.ts'
import type { ObjectType, RawRow } from '../sources/source.ts'
import { openSource } from '../sources/sources.ts'
import { mapWithPauses } from '../../../../platform/tasks/pauses.ts'
import { text } from '../text.ts'
import { entriesFor } from '../mapping/vocabulary.ts'

interface Pair {
  was: Mapped
  now: Mapped
}

/** Maps every source row by the old and by the new lines, and stages it with its old and its new id. */
export class Relinking {
  readonly #context: CompareContext
  readonly #run: StoredRun
  readonly #lines: readonly Line[]
  readonly #mappers: Readonly<Record<ObjectType, { was: Mapper; now: Mapper }>>
  /** The kinds of objects whose id field changes. */
  readonly objects: readonly ObjectType[]
  readonly #seen = new Set<string>()

  private constructor(context: CompareContext, run: StoredRun, codeOf: Awaited<ReturnType<typeof entriesFor>>) {
    const { mapping, objectType } = context.sync
    this.#context = context
    this.#run = run
    this.#lines = withLines(mapping, run.relink!.lines)
    const both = (object: ObjectType) => ({
      was: new Mapper(object, mapping, { codeOf }),
      now: new Mapper(object, this.#lines, { codeOf }),
    })
    this.#mappers = { org: both('org'), user: both('user') }
    this.objects = objectsOf(objectType).filter(one => identityPath(mapping, one) !== identityPath(this.#lines, one))
  }

  static async of(context: CompareContext, run: StoredRun): Promise<Relinking> {
    const { kernel, sync } = context
    return new Relinking(context, run, await entriesFor(kernel, [...sync.mapping, ...run.relink!.lines]))
  }

  async read(report: (rows: number) => Promise<void>): Promise<Record<ObjectType, number>> {
    const { kernel, db, sync } = this.#context
    const read = { org: 0, user: 0 }
    const orgs: Pair[] = []
    const connection = connectionOf(kernel, { ...sync, mapping: [...sync.mapping, ...this.#lines] })
    await clearRows(db, this.#run.id)
    try {
      for await (const { objectType, rows } of openSource(connection, kernel).read()) {
        const pairs = await mapWithPauses(rows, row => this.#pairOf(objectType, row))
        if (this.objects.includes(objectType)) await this.#stage(objectType, pairs, read[objectType])
        if (objectType === 'org') orgs.push(...pairs)
        read[objectType] += rows.length
        await report(read.org + read.user)
      }
    } catch (error) {
      throw asReadError(error, connection, sync)
    }
    if (this.objects.includes('org')) await refuseRows(db, this.#run.id, 'org', orphaned(orgs), problem('', text.row.parentLost))
    return read
  }

  async #pairOf(object: ObjectType, row: RawRow): Promise<Pair> {
    const { was, now } = this.#mappers[object]
    return { was: await was.map(row), now: await now.map(row) }
  }

  async #stage(object: ObjectType, pairs: readonly Pair[], from: number): Promise<void> {
    const { db, sync } = this.#context
    const links = await findLinks(db, sync.id, object, pairs.map(({ was }) => was.originId)) // prettier-ignore
    const found = object === 'user' ? await this.#byRules(pairs.map(pair => (links.has(pair.was.originId) ? undefined : pair.now))) : []
    const twice: string[] = []
    const staged = pairs.map(({ was, now }, n): RelinkRow => {
      const isKnown = was.originId === '' || this.#seen.has(`${object} ${was.originId}`)
      if (isKnown && was.originId !== '') twice.push(was.originId)
      this.#seen.add(`${object} ${was.originId}`)
      const link = isKnown ? undefined : links.get(was.originId)
      const target = link ? { id: link.objectId, from: was.originId } : (found[n] ?? null)
      return relinkRow(object, {
        rowNo: from + n,
        key: isKnown ? `?${from + n}` : was.originId,
        now,
        target,
        isByRule: link === undefined,
      })
    })
    await stageRelink(db, this.#run.id, object, staged)
    await refuseRows(db, this.#run.id, object, twice, problem('', text.row.twice))
  }

  /** Finds linked users for rows whose old id is not linked, by the other correlation rules. */
  async #byRules(rows: readonly (Mapped | undefined)[]): Promise<(Target | undefined)[]> {
    const { db, kernel, sync } = this.#context
    const rules = sync.policy.correlate.filter((rule): rule is Exclude<Correlation, 'originId'> => rule !== 'originId')
    const drafts = rows.map(row => row && (draftOf('user', row.values).fields as PersonDraft))
    const uniques = drafts.map(draft => draft && uniqueOfDraft(kernel.keys, draft))
    const owners = await currentOwnersOf(db, uniques.flatMap(unique => unique ?? [])) // prettier-ignore
    const ids = uniques.map((unique, n) => {
      const candidate = unique && candidateOf(owners, rules, unique, drafts[n]!.realName)
      return candidate?.is === 'one' ? candidate.id : undefined
    })
    const linked = await linkedAmong(db, sync.id, ids.flatMap(id => id ?? [])) // prettier-ignore
    return ids.map(id => {
      const from = id === undefined ? undefined : linked.get(id)
      return id === undefined || from === undefined ? undefined : { id, from }
    })
  }
}

/** The object of a row, and the origin id of its current link. */
interface Target {
  id: string
  from: string
}
interface Row extends Pick<Pair, 'now'> {
  rowNo: number
  key: string
  target: Target | null
  isByRule: boolean
}

function relinkRow(object: ObjectType, { rowNo, key, now, target, isByRule }: Row): RelinkRow {
  const label = labelOf(object, identityOf[object])
  const to = now.originId
  const name = (textOf(now.values.realName) ?? textOf(now.values.name) ?? key).slice(0, NAME_MAX)
  const row = { rowNo, name, from: target?.from ?? null, to, isByRule }
  if (target === null) return { ...row, ...verdictOf(key, 'ignored', { problems: [problem('', text.row.unlinkedYet)] }) }
  const { id: targetId, from } = target
  if (to === '' || to.length > ORIGIN_MAX) {
    const problems = [problem(label, to === '' ? text.row.noOrigin : text.row.longOrigin)]
    return { ...row, ...verdictOf(key, 'refused', { targetId, problems }) }
  }
  if (to === from) return { ...row, ...verdictOf(key, 'unchanged', { targetId }) }
  return {
    ...row,
    ...verdictOf(key, 'changed', { targetId, changes: [{ field: identityOf[object], label, before: from, after: to }] }),
  }
}
const NAME_MAX = 100

/** Organisations that have a parent in the source by the old ids and none by the new ids. */
function orphaned(orgs: readonly Pair[]): string[] {
  const [before, after] = [new Set(orgs.map(({ was }) => was.originId)), new Set(orgs.map(({ now }) => now.originId))]
  return orgs.flatMap(({ was, now }) => {
    const [above, next] = [textOf(was.values.parentOriginId), textOf(now.values.parentOriginId)]
    return above !== null && before.has(above) && (next === null || !after.has(next)) ? [was.originId] : []
  })
}
