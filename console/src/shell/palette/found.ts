import { app } from '@hufu/contract/apps/app'
import { signInTest } from '@hufu/contract/federation/sign-in-test'
import { diagnosis } from '@hufu/contract/federation/diagnosis'
import { admin } from '@hufu/contract/permission/admin'
import { unlockPermit } from '@hufu/contract/sign-in/unlock-permit'
import { user } from '@hufu/contract/directory/user'
import type { Permit } from '@hufu/contract/call'
import { text } from './text.ts'

/** A hit of the palette; the id of a page is its address. */
export interface PaletteHit {
  kind: 'page' | 'app' | 'user' | 'org'
  id: string
  name: string
  /** Distinguishes hits of the same name. */
  about?: string | undefined
  /** For users. */
  userName?: string
}
/** An action on a hit: always an address. */
export interface Act {
  name: string
  path: string
  /** What can be asked for by a sentence such as 重置密码 刘爱涵. */
  operation?: UserOperation
}
/** Acts on a user that may be named before the user is. */
export const userOperations = ['reset', 'unlock', 'disable', 'enable', 'edit', 'addRole', 'diagnosis', 'rights', 'apps', 'signIns'] as const
export type UserOperation = (typeof userOperations)[number]
export interface Rights {
  may: (call: { permit: Permit }) => boolean
  mayOpen: (path: string) => boolean
}

const words = text.acts
const inQuery = encodeURIComponent

/** The first action is that of Enter; empty if the user may open nothing. */
export function actsOf({ kind, id, name, userName = name }: PaletteHit, rights: Rights): Act[] {
  const at = inQuery(id)
  if (kind === 'page') return [{ name, path: id }]
  if (kind === 'app') return actsOfApp(at, name, rights)
  if (kind === 'org') return actsOfOrg(at, rights)
  return actsOfUser(at, userName, rights)
}

function actsOfUser(at: string, userName: string, { may, mayOpen }: Rights): Act[] {
  const detail = `/organiz/detail?id=${at}`
  const listedAs = `/organiz/index?hasIncludeChild=true&searchKey=${inQuery(userName)}`
  const sees = may(user.byId)
  const act = (operation: UserOperation, isAllowed: boolean, path = `${detail}&act=${operation}`) =>
    isAllowed && { name: words[operation], path, operation }
  return listed([
    sees && { name: words.detail, path: detail },
    mayOpen('/organiz/index') && !sees && { name: words.detail, path: listedAs },
    act('edit', may(user.update), `/organiz/user/${at}`),
    act('reset', sees && may(user.resetPassword)),
    act('disable', sees && may(user.setStatus)),
    act('enable', sees && may(user.setStatus)),
    act('unlock', sees && may({ permit: unlockPermit })),
    act('addRole', mayOpen('/system/manage') && may(admin.save), `/system/manage?act=add&user=${inQuery(userName)}`),
    act('diagnosis', sees && may(diagnosis.explain)),
    act('rights', sees, `${detail}&tab=rights`),
    act('apps', sees, `${detail}&tab=apps`),
    act('signIns', mayOpen('/audit/loginLog'), `/audit/loginLog?userName=${inQuery(userName)}`),
  ])
}

/** Whether the caller may do this to users at all, by their pages and buttons. */
export const mayOperate = (operation: UserOperation, rights: Rights): boolean =>
  actsOfUser('', '', rights).some(act => act.operation === operation)

function actsOfApp(at: string, name: string, { may, mayOpen }: Rights): Act[] {
  const detail = `/app/detail?id=${at}`
  const opens = mayOpen('/app/detail')
  return listed([
    opens && { name: words.detail, path: detail },
    !opens && mayOpen('/app/list') && { name: words.detail, path: `/app/list?name=${inQuery(name)}` },
    opens && may(app.update) && { name: words.configure, path: `${detail}&tab=protocol` },
    mayOpen('/authorize/index') && { name: words.grants, path: `/authorize/index?type=org&appId=${at}` },
    opens && may(signInTest.run) && { name: words.test, path: `${detail}&tab=rehearsal` },
    opens && { name: words.visits, path: `${detail}&tab=visits` },
  ])
}

const actsOfOrg = (at: string, { mayOpen }: Rights): Act[] =>
  listed([
    mayOpen('/organiz/index') && { name: words.people, path: `/organiz/index?orgId=${at}` },
    mayOpen('/organiz/orgDetail') && { name: words.detail, path: `/organiz/orgDetail?id=${at}` },
    mayOpen('/organiz/user') && { name: words.addUser, path: `/organiz/user?orgId=${at}` },
  ])

const listed = (acts: readonly (Act | false)[]): Act[] => acts.filter(act => act !== false)
