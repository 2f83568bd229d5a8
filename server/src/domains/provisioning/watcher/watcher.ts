import { menu } from '@hufu/contract/call'
import { RightsReader } from '../../../platform/access/rights.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { notifyUsers } from '../../messages/index.ts'
import { appName, likelyWatchers } from './watcher.sql.ts'

/** The users who may see the page with an unlimited scope, by their rights in this transaction. */
async function watchersOf(db: Db, kernel: Pick<Kernel, 'config' | 'clock'>, page: '/sync/config' | '/app/list'): Promise<string[]> {
  const reader = new RightsReader(db, kernel.config, kernel.clock)
  const able: string[] = []
  for (const id of await likelyWatchers(db, page)) if ((await reader.of(id, 0)).scopeOf(menu(page))?.all) able.push(id)
  return able
}

/** Notifies the watchers of a run that is held, has lapsed or has failed. */
export async function notifyOfRun(
  db: Db,
  kernel: Pick<Kernel, 'config' | 'clock'>,
  sync: { id: string; name: string },
  kind: 'syncBlocked' | 'syncFailed' | 'syncLapsed',
): Promise<void> {
  const users = await watchersOf(db, kernel, '/sync/config')
  await notifyUsers(db, users.map(userId => ({ userId, kind, about: sync.id, facts: { id: sync.id, name: sync.name } }))) // prettier-ignore
}

/** Notifies the watchers that the brake holds pushes of an application. */
export async function notifyOfBrake(db: Db, kernel: Pick<Kernel, 'config' | 'clock'>, appId: string): Promise<void> {
  const [users, name] = [await watchersOf(db, kernel, '/app/list'), await appName(db, appId)]
  await notifyUsers(db, users.map(userId => ({ userId, kind: 'pushHeld' as const, about: appId, facts: { id: appId, name } }))) // prettier-ignore
}
