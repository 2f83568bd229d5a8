import type { StandingKind } from '@hufu/contract/directory/standing-list'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { sentence, type Fault } from '../../../sheets/import.ts'
import { titleOf, type StandingCells } from './sheet-columns.ts'

export interface StandingIds {
  rankId: string | null
  titleId: string | null
  dutyId: string | null
  postId: string | null
}

const faults = { rank: 'rankMissing', title: 'titleMissing', duty: 'dutyMissing', post: 'postMissing' } as const
const columnOf = { rank: 'rankId', title: 'titleId', duty: 'dutyId', post: 'postId' } as const
export const standingKinds = Object.keys(faults) as StandingKind[]
export const standingColumn = (kind: StandingKind): keyof StandingIds => columnOf[kind]

/** Ranks, titles, duties and posts by name or code. There are few: they are read once for a sheet. */
export class Standings {
  readonly #ids = new Map<string, string>()
  readonly #names = new Map<string, string>()

  static async read(db: Db): Promise<Standings> {
    const { rows } = await sql<{ id: string; kind: StandingKind; name: string; code: string; status: number }>`
      select id, kind, name, code, status from standing`.execute(db)
    const standings = new Standings()
    for (const { id, name } of rows) standings.#names.set(id, name)
    const enabled = rows.filter(row => row.status === 1)
    for (const { id, kind, name } of enabled) standings.#ids.set(`${kind}:${name}`, id)
    // A code wins over a name that reads the same.
    for (const { id, kind, code } of enabled) standings.#ids.set(`${kind}:${code}`, id)
    return standings
  }

  nameOf(id: string | null): string | null {
    return id === null ? null : (this.#names.get(id) ?? null)
  }

  /** Only the kinds that were named. */
  find(cells: StandingCells): { ids: Partial<StandingIds>; faults: Fault[] } {
    const ids: Partial<StandingIds> = {}
    const missing: Fault[] = []
    for (const kind of standingKinds) {
      const text = cells[kind]
      if (text === undefined) continue
      const id = this.#ids.get(`${kind}:${text}`)
      if (id === undefined) missing.push({ column: titleOf(kind), message: sentence(faults[kind]) })
      else ids[columnOf[kind]] = id
    }
    return { ids, faults: missing }
  }
}

export const noStanding: StandingIds = { rankId: null, titleId: null, dutyId: null, postId: null }
