import type { Path } from '@hufu/contract/apps/access'
import type { Db } from '../../../platform/database/db.ts'
import { groupsOf, pathsOf } from './paths.sql.ts'
import { sourceOf } from './text.ts'

interface OpenApp {
  appId: string
  appName: string
  roles: string[]
  /** The access paths in words. */
  source: string
}

/** The applications a user may open, with their roles and access paths. */
export async function rightsOf(db: Db, userId: string): Promise<{ apps: OpenApp[]; groups: { id: string; name: string }[] }> {
  const open = (await pathsOf(db, userId)).filter(path => path.fault === null)
  const byApp = Map.groupBy(open, path => path.appId)
  return { apps: [...byApp.values()].map(openApp), groups: await groupsOf(db, userId) }
}

const openApp = (paths: Path[]): OpenApp => ({
  appId: paths[0]!.appId,
  appName: paths[0]!.appName,
  roles: [...new Set(paths.flatMap(path => path.roleName ?? []))],
  source: [...new Set(paths.map(sourceOf))].join('；'),
})
