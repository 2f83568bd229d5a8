import { callKey, clientCalls } from '@hufu/contract/federation/client-calls'
import { scimCalls } from '@hufu/contract/federation/scim'
import { admin } from '@hufu/contract/permission/admin'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { role } from '@hufu/contract/permission/role'
import { user } from '@hufu/contract/directory/user'
import { givingActs } from './giving-acts.ts'
import { act, fresh, status, type GivingAct, type Picker } from './giving-picker.ts'
import { HUFU_USER, PATCH_OP, scimUser } from './scim.ts'

const shared = [...new Set(givingActs)]
const several = (times: number, acts: readonly GivingAct[]) => Array.from({ length: times }, () => acts).flat()

const roles: GivingAct[] = [
  act('a new system role', role.save, () => ({ body: { name: fresh('系统角色'), code: fresh('GR') } })),
  act('rename a system role', role.update, p => {
    const { id, code } = p.row('role', row => row.built_in === 0)
    return { body: { id, code: String(code), name: fresh('角色改名') } }
  }),
  act('delete a system role', role.remove, p => ({ body: { ids: [p.unusedRole()] } })),
  act('disable or enable a system role', role.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.id('role')] } })),
  act('what a system role grants', role.saveAuth, p => ({ body: { id: p.id('role'), ...p.nodes() } })),
  act('what a system role made here grants', role.saveAuth, p => ({ body: { id: p.row('role', row => row.built_in === 0).id, ...p.nodes() } })), // prettier-ignore
  act('into a system role', role.addUser, p => ({ body: { id: p.id('role'), userIds: [p.person()] } })),
  act('out of a system role', role.removeUser, p => ({ body: { id: p.id('role'), userIds: [p.other()] } })),
  act('make an administrator', admin.save, p => ({ body: { userIds: [p.person()], roleIds: [p.id('role')] } })),
  act('other system roles', admin.update, p => ({ body: { id: p.holder(), roleIds: [p.id('role')] } })),
  act('take all system roles', admin.remove, p => ({ body: { ids: [p.holder()] } })),
  act('rest or wake an administrator', admin.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.holder()] } })),
]
const appointments = shared.filter(one => Object.values(delegatedAdmin).some(call => call === one.call))

/** The acts of holders of system roles. */
export const roleActs: readonly GivingAct[] = [...several(6, [...roles, ...appointments]), ...shared]

/** The acts of a user who administers nothing: they try everything, most often what concerns themselves. */
export const plainActs: readonly GivingAct[] = [
  ...shared,
  ...roles,
  ...several(
    30,
    shared.filter(one => one.call === user.updateOwn),
  ),
]

/** The acts of an API client: the calls that can be granted to one. */
export const clientActs: readonly GivingAct[] = shared.filter(one => clientCalls.has(callKey(one.call)))

const scim = (name: string, call: GivingAct['call'], request: (p: Picker) => ScimRequest): GivingAct =>
  act(name, call, p => ({ body: { ...request(p) } }))
export interface ScimRequest {
  method: string
  path: string
  body?: object
}
const patch = (path: string, ...Operations: object[]): ScimRequest => ({
  method: 'PATCH',
  path,
  body: { schemas: [PATCH_OP], Operations },
})

const scimUsers: GivingAct[] = [
  scim('SCIM: a new user', scimCalls.writeUsers, () => ({ method: 'POST', path: '/Users', body: scimUser() })),
  scim('SCIM: a new user with a post', scimCalls.writeUsers, p => ({ method: 'POST', path: '/Users', body: scimUser({ [HUFU_USER]: { jobs: [{ organization: { value: p.org() }, primary: true, post: p.positionAttribute('post') }] } }) })), // prettier-ignore
  scim('SCIM: disable or enable a user', scimCalls.writeUsers, p => patch(`/Users/${p.person()}`, { op: 'replace', path: 'active', value: status(p) === 1 })), // prettier-ignore
  scim('SCIM: delete a user', scimCalls.writeUsers, p => ({ method: 'DELETE', path: `/Users/${p.other()}` })),
  scim('SCIM: a new organisation', scimCalls.writeOrgs, p => ({ method: 'POST', path: '/Organizations', body: { name: fresh('SCIM机构'), parent: { value: p.org() } } })), // prettier-ignore
  scim('SCIM: move an organisation', scimCalls.writeOrgs, p => patch(`/Organizations/${p.org()}`, { op: 'replace', path: 'parent.value', value: p.org() })), // prettier-ignore
]
const scimGroups = (table: 'work_group' | 'user_label'): GivingAct[] => {
  const name = (what: string) => `SCIM: ${what} a ${table === 'work_group' ? 'group' : 'label'}`
  return [
    scim(name('into'), scimCalls.writeGroups, p => patch(`/Groups/${p.hand(table)}`, { op: 'add', path: 'members', value: [{ value: p.person() }] })), // prettier-ignore
    scim(name('out of'), scimCalls.writeGroups, p => patch(`/Groups/${p.hand(table)}`, { op: 'remove', path: `members[value eq "${p.person()}"]` })), // prettier-ignore
    scim(name('the members of'), scimCalls.writeGroups, p => patch(`/Groups/${p.hand(table)}`, { op: 'replace', path: 'members', value: [{ value: p.person() }, { value: p.person() }] })), // prettier-ignore
  ]
}

/** The acts of a SCIM client whose groups are work groups. */
export const scimGroupActs: readonly GivingAct[] = [
  ...scimUsers,
  ...scimGroups('work_group'),
  scim('SCIM: a new group', scimCalls.writeGroups, p => ({ method: 'POST', path: '/Groups', body: { displayName: fresh('SCIM组'), members: [{ value: p.person() }] } })), // prettier-ignore
]
/** The acts of a SCIM client of a branch whose groups are labels. */
export const scimLabelActs: readonly GivingAct[] = [...scimUsers, ...scimGroups('user_label'), ...scimGroups('user_label')]
