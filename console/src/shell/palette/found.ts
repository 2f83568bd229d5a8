import { app } from '@hufu/contract/apps/app'
import { signInTest } from '@hufu/contract/federation/sign-in-test'
import { diagnosis } from '@hufu/contract/federation/diagnosis'
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
}
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

export const actAt = (at: string, act: string): string => `/organiz/detail?id=${at}&act=${act}`

function actsOfUser(at: string, userName: string, { may, mayOpen }: Rights): Act[] {
  const detail = `/organiz/detail?id=${at}`
  return listed([
    may(user.byId) && { name: words.detail, path: detail },
    mayOpen('/organiz/index') &&
      !may(user.byId) && { name: words.detail, path: `/organiz/index?hasIncludeChild=true&searchKey=${inQuery(userName)}` },
    may(user.update) && { name: words.edit, path: `/organiz/user/${at}` },
    may(user.byId) && may(user.resetPassword) && { name: words.reset, path: actAt(at, 'reset') },
    may(user.byId) && may(user.setStatus) && { name: words.status, path: actAt(at, 'status') },
    may(user.byId) && may({ permit: unlockPermit }) && { name: words.unlock, path: actAt(at, 'unlock') },
    may(user.byId) && may(diagnosis.explain) && { name: words.diagnosis, path: actAt(at, 'diagnosis') },
    may(user.byId) && { name: words.rights, path: `${detail}&tab=rights` },
    may(user.byId) && { name: words.apps, path: `${detail}&tab=apps` },
    mayOpen('/audit/loginLog') && { name: words.signIns, path: `/audit/loginLog?userName=${inQuery(userName)}` },
  ])
}

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
