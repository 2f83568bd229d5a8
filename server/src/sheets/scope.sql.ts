import { sql } from 'kysely'
import type { Permit } from '@hufu/contract/call'
import type { Acting } from '../platform/access/seniority.ts'
import type { Kernel } from '../platform/kernel.ts'
import { refuse } from '../platform/http/refuse.ts'
import { everyone, type Scope } from '../platform/access/scope.ts'

/** The starter of a task with their present rights, which may have changed since they asked. */
export async function actingNow({ db, rights, config }: Kernel, userId: string): Promise<Acting> {
  const { rows } = await everyone(
    'whether the starter of a task may still act',
    sql<{ name: string; version: number }>`select name, version from watched_version
    where exists (select 1 from live_user where id = ${userId} and status = 1)`,
  ).execute(db)
  const versions = new Map(rows.map(row => [row.name, row.version]))
  if (versions.size === 0) refuse('forbidden')
  await config.follow(versions.get('config') ?? 0)
  return { userId, rights: await rights.of(userId, versions.get('rights') ?? 0) }
}

/** The caller's scope for this permit. */
export const callerScopeOf = ({ rights }: Acting, permit: Permit): Scope => rights.scopeOf(permit) ?? refuse('forbidden')

export const callerScopeNow = async (kernel: Kernel, userId: string, permit: Permit): Promise<Scope> =>
  callerScopeOf(await actingNow(kernel, userId), permit)
