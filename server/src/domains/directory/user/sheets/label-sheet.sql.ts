import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { sentence, type RowProblem } from '../../../../sheets/index.ts'
import { titleOf } from './sheet-columns.ts'

const SEPARATOR = '、'
/** Splits label names as the export writes them, and as people type them. */
export const labelNames = (cell: string): string[] =>
  [...new Set(cell.split(/[、,，;；]/).map(name => name.trim()))].filter(name => name !== '')

interface LabelRow {
  id: string
  name: string
  byRule: boolean
  enabled: boolean
}

/** Labels by name; few enough to be read once per sheet. */
export class LabelNames {
  readonly #labels: readonly LabelRow[]

  private constructor(labels: readonly LabelRow[]) {
    this.#labels = labels
  }

  static async read(db: Db): Promise<LabelNames> {
    const { rows } = await sql<LabelRow>`select id, name, rule is not null as by_rule, status = 1 as enabled from user_label
      order by sort_num, id`.execute(db)
    return new LabelNames(rows)
  }

  /**
   * The manually managed labels that a cell names. A cell may also name labels that a rule has given to the person, so that an
   * exported sheet can be imported.
   */
  find(cell: string | undefined, present?: readonly string[]): { ids: string[] | undefined; problems: RowProblem[] } {
    if (cell === undefined) return { ids: undefined, problems: [] }
    const named = labelNames(cell).map(name => this.#labels.find(label => label.name === name))
    const problem = (name: 'labelMissing' | 'labelByRule'): RowProblem => ({ column: titleOf('labels'), message: sentence(name) })
    const isOpen = (label: LabelRow | undefined) => label !== undefined && (label.enabled || present?.includes(label.id) === true)
    if (!named.every(isOpen)) return { ids: undefined, problems: [problem('labelMissing')] }
    // Not checked for a new user, who has no labels from rules yet.
    if (present && named.some(label => label!.byRule && !present.includes(label!.id)))
      return { ids: undefined, problems: [problem('labelByRule')] }
    return { ids: named.filter(label => !label!.byRule).map(label => label!.id), problems: [] }
  }

  /** Those among them that are managed by hand. */
  byHand(ids: readonly string[]): string[] {
    return this.#labels.filter(label => !label.byRule && ids.includes(label.id)).map(label => label.id)
  }

  namesOf(ids: readonly string[]): string | null {
    return this.#labels.filter(label => ids.includes(label.id)).map(label => label.name).join(SEPARATOR) || null // prettier-ignore
  }
}

export interface Labelled {
  id: string
  labelIds: readonly string[]
}

/** Locks the named labels against deletion; labels deleted by now are left out. */
export async function addLabels(db: Db, people: readonly Labelled[]): Promise<void> {
  const rows = people.flatMap(({ id, labelIds }) => labelIds.map(labelId => ({ id, labelId })))
  if (rows.length === 0) return
  await sql`insert into user_label_member (user_id, label_id)
    select p.id, l.id from json_to_recordset(${JSON.stringify(rows)}::json) as p (id text, "labelId" text)
    join (select id from user_label where id = any (${[...new Set(rows.map(row => row.labelId))].sort()}) and rule is null
      order by id for key share) l on l.id = p."labelId"
    on conflict do nothing`.execute(db)
}

/** Replaces the labels by hand of these people with those their rows name. */
export async function replaceLabels(db: Db, people: readonly Labelled[]): Promise<void> {
  if (people.length === 0) return
  await sql`delete from user_label_member m using user_label l
    where m.user_id = any (${people.map(person => person.id)}) and l.id = m.label_id and l.rule is null`.execute(db)
  await addLabels(db, people)
}
