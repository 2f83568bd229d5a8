import { app, appGroup } from '@hufu/contract/apps/app'
import { appResource } from '@hufu/contract/apps/app-resource'
import { appRole } from '@hufu/contract/apps/app-role'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { file } from '@hufu/contract/operations/file'
import { apps, appGroups, resources, roles, type SampleResource } from './app-words.ts'
import type { Caller } from './caller.ts'
import { logoPng } from './logo.ts'

export interface Apps {
  apps: ReadonlyMap<string, string>
  /** Ids of roles by `application/role`. */
  roles: ReadonlyMap<string, string>
}

const TOP = '0'

export async function seedApps(admin: Caller): Promise<Apps> {
  const groups = new Map<string, string>()
  for (const [n, name] of appGroups.entries()) groups.set(name, (await admin.call(appGroup.save, { body: { name, sortNum: n + 1 } })).id)
  const ids = new Map<string, string>()
  for (const [n, { group, hue, ...draft }] of apps.entries()) {
    const logo = await admin.call(file.uploadPicture, { file: { name: `${draft.code}.png`, bytes: logoPng(hue) } })
    const homeUrl = `https://${draft.code}.hufu.example/`
    const body = { ...draft, logo: logo.fileId, homeUrl, appGroupId: groups.get(group)!, sortNum: n + 1 }
    ids.set(draft.code, (await admin.call(app.save, { body })).id)
  }
  const roleIds = new Map<string, string>()
  for (const code of Object.keys(roles)) await seedRoles(admin, code, ids.get(code)!, roleIds)
  await seedSettings(admin, ids)
  return { apps: ids, roles: roleIds }
}

async function seedRoles(admin: Caller, code: string, appId: string, roleIds: Map<string, string>): Promise<void> {
  const resourceIds = new Map<string, string>()
  await seedResources(admin, appId, TOP, resources[code] ?? [], resourceIds)
  for (const { holds, ...draft } of roles[code] ?? []) {
    const { id } = await admin.call(appRole.save, { body: { appId, ...draft } })
    const { version } = await admin.call(appRole.byId, { query: { id } })
    await admin.call(appRole.saveResource, { body: { roleId: id, resourceIds: holds.map(each => resourceIds.get(each)!), version } })
    roleIds.set(`${code}/${draft.code}`, id)
  }
}

async function seedResources(admin: Caller, appId: string, parentId: string, list: readonly SampleResource[], ids: Map<string, string>) {
  for (const [n, { children = [], ...draft }] of list.entries()) {
    const { id } = await admin.call(appResource.save, { body: { appId, parentId, ...draft, sortNum: n + 1 } })
    ids.set(draft.code, id)
    await seedResources(admin, appId, id, children, ids)
  }
}

async function seedSettings(admin: Caller, ids: Apps['apps']): Promise<void> {
  const common = { openPush: 0, singleLogout: 1 } as const
  await admin.call(appSetting.update, { body: { ...common, appId: ids.get('oa')!, tokenSeconds: 7200, asksJob: 1 } })
  const inside = ['10.0.0.0/8', '192.168.0.0/16']
  await admin.call(appSetting.update, { body: { ...common, appId: ids.get('bastion')!, tokenSeconds: 900, ipWhitelist: inside } })
}
