import { sql } from 'kysely'
import type { Permit } from '@hufu/contract/call'
import type { Kernel } from '../../kernel/kernel.ts'
import { refuse } from '../../kernel/refuse.ts'
import type { Scope } from '../../kernel/scope.ts'

/** What the starter of a task may reach now: rights and settings may have changed since he asked (T29). */
export async function reachNow({ db, rights, config }: Kernel, userId: string, permit: Permit): Promise<Scope> {
  const { rows } = await sql<{ name: string; version: number }>`select name, version from watched_version
    where exists (select 1 from users where id = ${userId} and deleted_at is null and status = 1)`.execute(db)
  const versions = new Map(rows.map(row => [row.name, row.version]))
  if (versions.size === 0) refuse('forbidden')
  await config.follow(versions.get('config') ?? 0)
  const mine = await rights.of(userId, versions.get('rights') ?? 0)
  return mine.scopeOf(permit) ?? refuse('forbidden')
}
