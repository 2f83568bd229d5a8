import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { sharedTree } from '../platform/database/tree-lock.sql.ts'
import { inScope, type Scope } from '../platform/access/scope.ts'

export interface OrgCodeRow {
  id: string
  code: string
  name: string
}

/** Organisations in the caller's scope by code, each queried once. */
export class OrgCodes {
  readonly #db: Db
  readonly #scope: Scope
  readonly #known = new Map<string, OrgCodeRow | undefined>()

  constructor(db: Db, scope: Scope) {
    this.#db = db
    this.#scope = scope
  }

  async learn(codes: readonly (string | undefined)[]): Promise<void> {
    const wanted = [...new Set(codes.flatMap(code => (code === undefined ? [] : [code.toLowerCase()])))].filter(
      code => !this.#known.has(code),
    )
    if (wanted.length === 0) return
    for (const code of wanted) this.#known.set(code, undefined)
    const { rows } = await sql<OrgCodeRow>`select o.id, o.code, o.name from live_org o
      where lower(o.code) = any (${wanted}) and ${inScope(this.#scope, sql.ref('o.id'))}`.execute(this.#db)
    for (const org of rows) this.#known.set(org.code.toLowerCase(), org)
  }

  find(code: string): OrgCodeRow | undefined {
    return this.#known.get(code.toLowerCase())
  }
}

/** Those that exist and are in scope, locked against deletion until the transaction ends. */
export async function presentOrgs(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const wanted = [...new Set(ids)].sort()
  const { rows } = await sql<{ id: string }>`select o.id from ${sharedTree}, live_org o where o.id = any (${wanted})
    and ${inScope(scope, sql.ref('o.id'))} order by o.id for share of o`.execute(db)
  return new Set(rows.map(row => row.id))
}

const CODES_MAX = 50_000
/** The organisations in the caller's scope, for suggestions. */
export async function listOrgCodes(db: Db, scope: Scope): Promise<OrgCodeRow[]> {
  const { rows } = await sql<OrgCodeRow>`select o.id, o.code, o.name from live_org o where ${inScope(scope, sql.ref('o.id'))}
    order by o.id limit ${CODES_MAX}`.execute(db)
  return rows
}
