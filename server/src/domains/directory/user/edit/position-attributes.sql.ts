import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { sentence, type RowProblem } from '../../../../sheets/index.ts'
import { titleOf, type PositionAttributeCells } from '../sheets/sheet-columns.ts'

export interface PositionAttributeIds {
  rankId: string | null
  titleId: string | null
  dutyId: string | null
  postId: string | null
}

const problems = { rank: 'rankMissing', title: 'titleMissing', duty: 'dutyMissing', post: 'postMissing' } as const
const columnOf = { rank: 'rankId', title: 'titleId', duty: 'dutyId', post: 'postId' } as const
export const positionAttributeKinds = Object.keys(problems) as PositionAttributeKind[]
export const positionAttributeColumn = (kind: PositionAttributeKind): keyof PositionAttributeIds => columnOf[kind]

/** Ranks, titles, duties and posts by name or code; few enough to be read once per sheet. */
export class PositionAttributes {
  readonly #ids = new Map<string, string>()
  readonly #names = new Map<string, string>()

  static async read(db: Db): Promise<PositionAttributes> {
    const { rows } = await sql<{ id: string; kind: PositionAttributeKind; name: string; code: string; status: number }>`
      select id, kind, name, code, status from standing`.execute(db)
    const positionAttributes = new PositionAttributes()
    for (const { id, name } of rows) positionAttributes.#names.set(id, name)
    const enabled = rows.filter(row => row.status === 1)
    for (const { id, kind, name } of enabled) positionAttributes.#ids.set(`${kind}:${name}`, id)
    // A code wins over a name with the same text.
    for (const { id, kind, code } of enabled) positionAttributes.#ids.set(`${kind}:${code}`, id)
    return positionAttributes
  }

  nameOf(id: string | null): string | null {
    return id === null ? null : (this.#names.get(id) ?? null)
  }

  /** Finds only the kinds that have a cell. */
  find(cells: PositionAttributeCells): { ids: Partial<PositionAttributeIds>; problems: RowProblem[] } {
    const ids: Partial<PositionAttributeIds> = {}
    const missing: RowProblem[] = []
    for (const kind of positionAttributeKinds) {
      const text = cells[kind]
      if (text === undefined) continue
      const id = this.#ids.get(`${kind}:${text}`)
      if (id === undefined) missing.push({ column: titleOf(kind), message: sentence(problems[kind]) })
      else ids[columnOf[kind]] = id
    }
    return { ids, problems: missing }
  }
}

export const noPositionAttribute: PositionAttributeIds = { rankId: null, titleId: null, dutyId: null, postId: null }
