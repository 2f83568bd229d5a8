import type { GeneratedAlways } from 'kysely'
import type { Json, Stamp } from './columns.ts'

/** Former passwords, and settings on trial. */
export interface PolicyTables {
  passwordHistory: { id: GeneratedAlways<number>; userId: string; passwordHash: string; createTime: Stamp }
  configTrial: { id: string; before: Json<Record<string, string>>; userId: string; userName: string; createTime: Stamp; expiresAt: string }
}
