import { sql } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { SORT_MAX } from './people.sql.ts'

/**
 * Gives people without a sort number the numbers after the last one of their organisation, in row order. The last numbers are
 * kept here across batches, because rows of the previous batch may not be readable yet.
 */
export class Places {
  readonly #db: Db
  readonly #last = new Map<string, number>()

  constructor(db: Db) {
    this.#db = db
  }

  async give<P extends { orgId: string; sortNum: number | null }>(rows: readonly P[]): Promise<P[]> {
    await this.#learn(rows.map(row => row.orgId))
    return rows.map(row => ({ ...row, sortNum: row.sortNum ?? this.#next(row.orgId) }))
  }

  #next(orgId: string): number {
    const next = Math.min(SORT_MAX, (this.#last.get(orgId) ?? 0) + 1)
    this.#last.set(orgId, next)
    return next
  }

  async #learn(orgIds: readonly string[]): Promise<void> {
    const fresh = [...new Set(orgIds)].filter(id => !this.#last.has(id))
    if (fresh.length === 0) return
    const { rows } = await everyone(
      'lockOrgs has found these organisations within the scope',
      sql<{ id: string; last: number }>`
      select o.id, last_job_number(o.id) as last from unnest(${fresh}::text[]) as o (id)`,
    ).execute(this.#db)
    for (const { id, last } of rows) this.#last.set(id, last)
  }
}
