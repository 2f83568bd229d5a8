import { app } from '@hufu/contract/apps/app'
import { appRole } from '@hufu/contract/apps/app-role'
import { appUser } from '@hufu/contract/apps/app-user'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { authorize } from '@hufu/contract/apps/authorize'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { userLabel } from '@hufu/contract/directory/label'
import { org } from '@hufu/contract/directory/org'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { businessLine } from '@hufu/contract/directory/business-line'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { appUserId } from '../src/domains/apps/app-user/app-user-id.ts'
import { act, fresh, status, type GivingAct, type Picker } from './giving-picker.ts'
import { sheet } from './sheets.ts'

const form = (change: (p: Picker, id: string) => object) => (p: Picker) => {
  const id = p.person()
  return p.form(id, change(p, id))
}

const people: GivingAct[] = [
  act('create', user.save, p => ({ body: { userName: fresh('gm'), realName: '新人', passwordType: 2, labelIds: p.die.chance(0.4) ? [p.hand('user_label')] : [], jobs: [{ orgId: p.org(), jobType: 1, stationId: p.die.chance(0.3) ? p.positionAttribute('post') : null }] } })), // prettier-ignore
  act(
    'labels of the form',
    user.update,
    form(p => ({ labelIds: [p.hand('user_label')] })),
  ),
  act(
    'gender',
    user.update,
    form(p => ({ gender: p.die.oneOf([1, 2]) })),
  ),
  act(
    'a post',
    user.update,
    form((p, id) => ({ jobs: p.jobs(id).map(job => ({ ...job, stationId: p.positionAttribute('post') })) })),
  ),
  act(
    'a rank',
    user.update,
    form((p, id) => ({ jobs: p.jobs(id).map(job => ({ ...job, rankId: p.positionAttribute('rank') })) })),
  ),
  act('a second job', user.update, form((p, id) => {
    const orgId = p.org()
    return { jobs: [...p.jobs(id).filter(job => job.orgId !== orgId), { orgId, jobType: 2 }] }
  })), // prettier-ignore
  act(
    'a job less',
    user.update,
    form((p, id) => ({ jobs: p.jobs(id).filter(job => job.jobType === 1) })),
  ),
  act('another main job', user.update, form((p, id) => {
    const jobs = p.jobs(id)
    const main = p.die.below(Math.max(jobs.length, 1))
    return { jobs: jobs.map((job, n) => ({ ...job, jobType: n === main ? 1 : 2 })) }
  })), // prettier-ignore
  act('move the main job', user.transferMainJob, p => {
    const id = p.person()
    return { body: { userIds: [id], oldOrgId: p.jobs(id).find(job => job.jobType === 1)?.orgId ?? '1', newOrgId: p.org() } }
  }),
  act('take a job', user.removeJob, p => {
    const id = p.person()
    return { body: { userIds: [id], jobType: p.die.oneOf([1, 2]), orgId: p.die.oneOf(p.jobs(id))?.orgId ?? '1' } }
  }),
  act('several at once', user.saveMany, p => ({ body: { orgId: p.org(), list: [{ userName: fresh('gb'), realName: '批量', stationId: p.die.chance(0.5) ? p.positionAttribute('post') : null }] } })), // prettier-ignore
  act('delete', user.remove, p => ({ body: { ids: [p.other()] } })),
  act('recover', user.recover, p => ({ query: { userId: p.gone() } })),
  act('recover elsewhere', user.recover, p => ({ query: { userId: p.gone() }, body: { orgId: p.org() } })),
  act('disable or enable', user.setStatus, p => ({ query: { status: String(status(p)) }, body: { ids: [p.other()] } })),
  act('change oneself', user.updateOwn, p => ({ body: { gender: p.die.oneOf([1, 2]) } })),
]
const places: GivingAct[] = [
  act('found', org.save, p => ({ body: { parentId: p.org(), name: fresh('新机构'), code: fresh('GN') } })),
  act('move', org.move, p => ({ body: { ids: [p.org()], targetParentId: p.org() } })),
  act('form of an organisation', org.update, p => {
    const row = p.row('org', one => one.deleted_at === null)
    return { body: { id: row.id, name: fresh('改名'), code: String(row.code) } }
  }),
  act('disable or enable an organisation', org.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.org()] } })),
  act('delete an organisation', org.remove, p => ({ body: { ids: [p.org()] } })),
  act('recover an organisation', org.recover, p => ({ query: { orgId: p.goneOrg() } })),
  act('recover an organisation elsewhere', org.recover, p => ({ query: { orgId: p.goneOrg() }, body: { parentId: p.org() } })),
]
const groupActs: GivingAct[] = [
  act('into a label', userLabel.addUser, p => ({ body: { labelId: p.id('user_label'), userIds: [p.person(), p.person()] } })),
  act('out of a label', userLabel.removeUser, p => ({ body: { labelId: p.id('user_label'), userIds: [p.person()] } })),
  act('a new label', userLabel.save, p => ({ body: { name: fresh('标签'), ...(p.die.chance(0.3) && { rule: { match: 'all', conditions: [{ field: 'gender', value: 1 }] } }) } })), // prettier-ignore
  act('labels merged', userLabel.merge, p => ({ body: { ids: [p.row('user_label', row => String(row.name).startsWith('标签')).id], targetId: p.id('user_label') } })), // prettier-ignore
  act('disable or enable a label', userLabel.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.id('user_label')] } })),
  act('the rule of a label', userLabel.update, p => ({ body: { id: p.row('user_label', row => row.rule !== null).id, name: fresh('规则'), rule: { match: 'all', conditions: [{ field: 'gender', value: 2 }] } } })), // prettier-ignore
  act('into a work group', workGroup.saveMembers, p => ({ query: { id: p.id('work_group') }, body: [p.person(), p.person()] })),
  act('a new work group', workGroup.save, p => ({ body: { name: fresh('组'), code: fresh('G'), orgId: p.org(), leaderId: '' } })),
  act('a work group', workGroup.update, p => {
    const row = p.row('work_group')
    return { body: { id: row.id, name: String(row.name), code: String(row.code), orgId: p.org(), leaderId: p.die.chance(0.5) ? p.person() : '', validEndTime: p.die.oneOf(['', '2099-01-01 00:00:00', '2020-01-01 00:00:00']) } } // prettier-ignore
  }),
  act('disable or enable a work group', workGroup.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.id('work_group')] } })),
  act('into a line', businessLine.addOrg, p => ({
    body: { stripeId: p.id('stripe'), orgIds: [p.org()], hasIncludeChild: p.die.chance(0.5) },
  })),
  act('out of a line', businessLine.removeOrg, p => ({ body: { stripeId: p.id('stripe'), orgIds: [p.org()] } })),
  act('disable or enable a line', businessLine.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.id('stripe')] } })),
  act('disable or enable a post', positionAttribute.post.setStatus, p => ({
    query: { status: status(p) },
    body: { ids: [p.positionAttribute('post')] },
  })),
]
const grants: GivingAct[] = [
  act('authorise', authorize.save, p => ({ body: { ...p.subject(), apps: [p.appGrant()], below: p.die.chance(0.5) } })),
  act('withdraw', authorize.remove, p => ({ body: { ids: [p.id('app_grant')] } })),
  act('a user of an application', appUser.add, p => ({ body: { appId: p.id('app'), userIds: [p.person()] } })),
  act('shut out or let in', appUser.setStatus, p => {
    const account = p.row('app_account')
    const app = p.row('app', row => row.id === account.app_id)
    return {
      query: { status: status(p) },
      body: { ids: [appUserId(Number(app.seq ?? 1), p.die.chance(0.8) ? String(account.user_id) : p.person())] },
    }
  }),
  act('a role of an application', appRole.addUser, p => {
    const { id, app_id } = p.row('app_role')
    return { body: { appId: String(app_id), roleIds: [id], userData: [{ userId: p.person() }] } }
  }),
  act('disable or enable a role', appRole.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.id('app_role')] } })),
  act('what a permission group gives', authGroup.saveAuth, p => ({ body: { id: p.id('auth_group'), apps: [p.appGrant()] } })),
  act('whom a permission group reaches', authGroup.addTarget, p => ({ body: { id: p.id('auth_group'), ...p.subject() } })),
  act('disable or enable a permission group', authGroup.setStatus, p => ({
    query: { status: status(p) },
    body: { ids: [p.id('auth_group')] },
  })),
  act('appoint', delegatedAdmin.save, p => ({ body: { userIds: [p.other()], orgId: p.org(), hasIncludeChild: 1, hasHandOn: p.die.oneOf([0, 1]), ...p.nodes() } })), // prettier-ignore
  act('change an appointment', delegatedAdmin.update, p => ({ body: { id: p.id('grade_admin'), orgId: p.org(), hasIncludeChild: 1, hasHandOn: 1, ...p.nodes() } })), // prettier-ignore
  act('rest or wake an appointment', delegatedAdmin.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.row('grade_admin', row => row.source_id !== null).id] } })), // prettier-ignore
]
const sheets: GivingAct[] = [
  act('a sheet of people', user.importInsert, async p => ({ file: await sheet(['用户名', '姓名', '机构编码', '标签', '岗位'], [1, 2].map(() => [fresh('gs'), '表格', p.code(), p.die.chance(0.5) ? String(p.row('user_label').name) : null, p.die.chance(0.5) ? String(p.row('standing', row => row.kind === 'post').name) : null])) }), true), // prettier-ignore
  act('a sheet of changes', user.importUpdate, async p => ({ file: await sheet(['用户名', '机构编码', '标签', '岗位', '职级'], [p.person(), p.person()].map(id => [p.name(id), p.die.chance(0.3) ? p.code() : null, p.die.chance(0.5) ? String(p.row('user_label').name) : null, p.die.chance(0.5) ? String(p.row('standing', row => row.kind === 'post').name) : null, p.die.chance(0.5) ? String(p.row('standing', row => row.kind === 'rank').name) : null])) }), true), // prettier-ignore
  act('a sheet of jobs', user.importInsertUserOrg, async p => ({ file: await sheet(['用户名', '机构编码', '任职类型'], [p.person(), p.person()].map(id => [p.name(id), p.code(), '兼职'])) }), true), // prettier-ignore
  act(
    'a sheet of changed jobs',
    user.importUpdateUserOrg,
    async p => {
      const id = p.person()
      return { file: await sheet(['用户名', '机构编码', '任职类型', '岗位'], p.jobs(id).map(() => [p.name(id), p.code(), '兼职', String(p.row('standing', row => row.kind === 'post').name)])) } // prettier-ignore
    },
    true,
  ),
  act('a sheet of organisations', org.importUpdate, async p => ({ file: await sheet(['机构编码', '上级机构编码'], [[p.code(), p.code()], [p.code(), p.code()]]) }), true), // prettier-ignore
]

/** Acts that delete or recreate objects, as rare as sheets; if every second act deleted a label, none would be left. */
const rare: GivingAct[] = [
  act('several organisations', org.saveMany, p => ({
    body: { parentId: p.org(), list: [{ name: fresh('批量机构'), code: fresh('GP') }] },
  })),
  act('a sheet of new organisations', org.importInsert, async p => ({ file: await sheet(['机构名称', '机构编码', '上级机构编码'], [[fresh('表格机构'), fresh('GT'), p.code()]]) }), true), // prettier-ignore
  act('delete a label', userLabel.remove, p => ({ body: { ids: [p.id('user_label')] } })),
  act('delete a work group', workGroup.remove, p => ({ body: { ids: [p.id('work_group')] } })),
  act('out of a work group', workGroup.removeUser, p => ({ body: { id: p.id('work_group'), userIds: [p.person()] } })),
  act('a new line', businessLine.save, () => ({ body: { name: fresh('线'), code: fresh('GL') } })),
  act('delete a line', businessLine.remove, p => ({ body: { ids: [p.id('stripe')] } })),
  act('within a line', businessLine.moveOrg, p => {
    const { stripe_id, org_id } = p.row('stripe_org')
    return { body: { stripeId: String(stripe_id), orgId: String(org_id), targetParentId: p.die.chance(0.3) ? '0' : p.org() } }
  }),
  act('delete a post', positionAttribute.post.remove, p => ({ body: { ids: [p.unused('post')] } })),
  act('disable or enable a rank', positionAttribute.rank.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.positionAttribute('rank')] } })), // prettier-ignore
  act('delete a rank', positionAttribute.rank.remove, p => ({ body: { ids: [p.unused('rank')] } })),
  act('disable or enable an application', app.setStatus, p => ({ query: { status: status(p) }, body: { ids: [p.id('app')] } })),
  act('delete a role of an application', appRole.remove, p => ({ body: { ids: [p.id('app_role')] } })),
  act('out of an application', appUser.remove, p => ({ body: { appId: p.id('app'), userIds: [p.person()] } })),
  act('other roles of an application', appRole.updateUser, p => {
    const { id, app_id } = p.row('app_role')
    return { body: { appId: String(app_id), roleIds: [id], userData: [{ userId: p.person() }] } }
  }),
  act('out of the roles of an application', appRole.removeUser, p => {
    const { id, app_id } = p.row('app_role')
    return { body: { appId: String(app_id), roleIds: [id], userIds: [p.person()] } }
  }),
  act('a new permission group', authGroup.save, () => ({ body: { name: fresh('权限组'), code: fresh('GQ') } })),
  act('delete a permission group', authGroup.remove, p => ({ body: { ids: [p.id('auth_group')] } })),
  act('out of a permission group', authGroup.removeTarget, p => ({ body: { id: p.id('auth_group'), ...p.subject() } })),
  act('take an appointment', delegatedAdmin.remove, p => ({ body: { ids: [p.row('grade_admin', row => row.source_id !== null).id] } })),
]

/** The acts of delegated administrators. Sheets take longest, so they are a sixth as frequent as the others. */
export const givingActs: readonly GivingAct[] = [
  ...Array.from({ length: 6 }, () => [...people, ...places, ...groupActs, ...grants]).flat(),
  ...sheets,
  ...rare,
]
