import type { Grantable, GrantedApp } from '@hufu/contract/apps/authorize'
import { type Entries, type RightsNode } from './rights.ts'

const GROUP = 'group:'

/** Applications by group, each with its roles. */
export function grantableTree(apps: readonly Grantable[]): RightsNode[] {
  const groups = Map.groupBy(apps, app => app.groupId)
  return [...groups].map(([id, members]) => ({
    id: GROUP + id,
    name: members[0]!.groupName,
    status: 1,
    buttons: [],
    children: members.map(app => ({ id: app.id, name: app.name, status: app.status, children: [], buttons: app.roles })),
  }))
}

export const grantableIds = (apps: readonly Pick<GrantedApp, 'appId' | 'roleIds'>[]): string[] =>
  apps.flatMap(({ appId, roleIds }) => [appId, ...roleIds])

/** The ticks in the form of the calls. */
export function appGrantsIn(entries: Entries, chosen: ReadonlySet<string>): GrantedApp[] {
  const roles = [...chosen].filter(id => entries.get(id)?.kind === 'button')
  const apps = [...chosen].filter(id => entries.get(id)?.kind === 'menu' && !id.startsWith(GROUP))
  return apps.map(appId => ({ appId, roleIds: roles.filter(id => entries.get(id)!.above[0] === appId) }))
}
