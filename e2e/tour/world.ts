import { appResource } from '@hufu/contract/apps/app-resource'
import { appRole } from '@hufu/contract/apps/app-role'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { org } from '@hufu/contract/directory/org'
import { orgRange } from '@hufu/contract/directory/org-range'
import { role } from '@hufu/contract/permission/role'
import { businessLine } from '@hufu/contract/directory/business-line'
import { user } from '@hufu/contract/directory/user'
import { file } from '@hufu/contract/operations/file'
import { userLabel } from '@hufu/contract/directory/label'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { shippedMenus } from '../../server/src/domains/permission/menu/menu-seed.ts'
import { workflow } from '@hufu/contract/governance/workflow'
import { workGroup } from '@hufu/contract/directory/work-group'
import { lockOut } from '../../server/test/attempts.ts'
import { lineOf } from '../../server/test/reviews.ts'
import { idCardOf, phoneOf } from '../../server/test/given.ts'
import { openFixture, type Fixture } from '../browser.ts'

/** Ids of this world that the screens need, filled when it is created. */
export const ids = {
  line: '',
  emptyLine: '',
  group: '',
  org: '',
  empty: '',
  many: '',
  person: '',
  ordinary: '',
  poor: '',
  changing: '',
  role: '',
  delegation: '',
  examiner: '',
  applicant: '',
  grant: '',
  app: '',
  appRole: '',
  authGroup: '',
  workflow: '',
}

/** A server with data for every screen. */
export async function openWorld(): Promise<Fixture> {
  const fixture = await openFixture()
  const { given, admin, kernel } = fixture.server
  ids.org = await given.org({ name: '巡视处', code: 'WALK', leader: '王芳' })
  ids.empty = await given.org({ name: '空处' })
  await given.org({ name: '巡视科', parentId: ids.org })
  ids.person = await given.user({ org: ids.org, others: [ids.empty], realName: '巡视员', phone: phoneOf(801), idCard: idCardOf(801) })
  ids.many = await given.org({ name: '众人处' })
  for (let n = 0; n < 51; n++) await given.user({ org: ids.many })
  await admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [await given.user({ org: ids.org, realName: '停用者' })] } })
  await admin.call(user.remove, { body: { ids: [await given.user({ org: ids.org, realName: '已删者' })] } })
  await admin.call(org.remove, { body: { ids: [await given.org({ name: '已删处' })] } })
  ids.line = (await admin.call(businessLine.save, { body: { name: '巡视条线', code: 'XS', remark: '巡视' } })).id
  ids.emptyLine = (await admin.call(businessLine.save, { body: { name: '空条线', code: 'KT', status: 0 } })).id
  await admin.call(businessLine.addOrg, { body: { stripeId: ids.line, orgIds: [ids.org], hasIncludeChild: true } })
  const group = { name: '巡视专班', code: 'ZB', leaderId: ids.person, validEndTime: '2099-12-31 23:59:59' }
  ids.group = (await admin.call(workGroup.save, { body: group })).id
  await admin.call(workGroup.save, { body: { name: '到期的组', code: 'OVER', validEndTime: '2020-01-01 00:00:00' } })
  await admin.call(orgRange.save, { body: { name: '试点', rootOrgIds: [ids.org] } })
  await admin.call(positionAttribute.rank.takeStandard)
  const { id: dutyId } = await admin.call(positionAttribute.duty.save, { body: { name: '主任', code: 'ZR', remark: '内设机构负责人' } })
  await given.user({ jobs: [{ orgId: ids.org, jobType: 1, positionId: dutyId }], realName: '任职者' })
  await admin.call(userLabel.save, { body: { name: '骨干', color: 'red', remark: '由人事科维护' } })
  const rule = {
    match: 'all' as const,
    conditions: [
      { field: 'org' as const, orgIds: [ids.org], below: true, mainOnly: false },
      { match: 'any' as const, conditions: [{ field: 'duty' as const, ids: [dutyId] }, { field: 'realName' as const, how: 'contains' as const, text: '巡' }] },
    ],
  } // prettier-ignore
  await admin.call(userLabel.save, { body: { name: '巡视队伍', color: 'blue', rule } })
  const { fileId } = await admin.call(file.upload, { file: { name: '手册.pdf', bytes: Buffer.from('%PDF-1.4') } })
  await kernel.db.insertInto('notice').values({ id: 'n1', title: '操作手册', fileId, status: 1, createBy: '1' }).execute()
  ids.ordinary = await given.user({ org: ids.org, realName: '普通人', phone: phoneOf(802) })
  await given.role(ids.ordinary, '/wel/index', '/organiz/index')
  ids.role = (await admin.call(role.save, { body: { name: '巡视岗', code: 'walk.post' } })).id
  await admin.call(role.saveAuth, { body: { id: ids.role, menuIds: ['audit_sms'], buttonIds: ['organiz_index-add-user'] } })
  await admin.call(role.addUser, { body: { id: ids.role, userIds: [ids.person] } })
  ids.delegation = await given.user({ org: ids.org, realName: '分级者' })
  await given.org({ name: '旁处' })
  const nodes = shippedMenus.filter(node => node.hsaAuthGradeShow === 1)
  const all = (type: string) => nodes.filter(node => node.type === type).map(node => node.id)
  const whole = { hasIncludeChild: 1 as const, hasHandOn: 1 as const, menuIds: all('menu'), buttonIds: all('button') }
  await admin.call(delegatedAdmin.save, { body: { ...whole, orgId: ids.org, userIds: [ids.delegation] } })
  const below = { ...whole, orgId: ids.org, userIds: [ids.person], hasHandOn: 0 as const }
  await (await fixture.server.as(ids.delegation)).call(delegatedAdmin.save, { body: below })
  ids.grant = (await admin.call(delegatedAdmin.byUser, { query: { userId: ids.delegation } }))[0]!.id
  const sms = {
    phoneMask: '139****0801',
    phoneHash: 'h',
    phoneTail: 't',
    userId: ids.person,
    gateway: 'aliyun',
    tries: 1,
    sendTime: '2026-11-20 08:00:01',
  }
  const content = '您的验证码为******，5分钟内有效，请勿告知他人。'
  await kernel.db
    .insertInto('sms')
    .values([
      { ...sms, id: 'sms1', type: 'login', content, result: 1, message: '发送成功', receipt: '900619746936498440^0' },
      {
        ...sms,
        id: 'sms2',
        type: 'recover',
        content,
        result: 0,
        message: 'isv.BUSINESS_LIMIT_CONTROL 触发天级流控Permits:10',
        userId: null,
      },
    ])
    .execute()
  ids.app = await given.app({ name: '巡视应用' })
  ids.appRole = (await admin.call(appRole.save, { body: { appId: ids.app, code: 'walker', name: '巡视角色', remark: '巡视' } })).id
  const menuOf = (name: string, code: string, parentId = '0') =>
    admin.call(appResource.save, { body: { appId: ids.app, parentId, name, code, type: 'menu' } })
  const { id: desk } = await menuOf('收文', 'in')
  await menuOf('收文登记', 'in.write', desk)
  await menuOf('发文', 'out')
  await admin.call(appRole.saveResource, { body: { roleId: ids.appRole, resourceIds: [desk] } })
  await admin.call(appRole.addUser, { body: { roleIds: [ids.appRole], userData: [{ userId: ids.person }] } })
  await given.grant({ subjectType: 'org', subjectId: ids.org, appId: ids.app, roleId: ids.appRole })
  await given.grant({ subjectType: 'workGroup', subjectId: ids.group, appId: ids.app, roleId: ids.appRole })
  ids.authGroup = await given.authGroup({ name: '巡视权限组' })
  await given.grant({ subjectType: 'authGroup', subjectId: ids.authGroup, appId: ids.app, roleId: ids.appRole })
  ids.workflow = (await admin.call(workflow.save, { body: { name: '巡视流程', code: 'WALK', bizType: 'user' } })).id
  await admin.call(workflow.saveDesign, { body: { id: ids.workflow, ...lineOf([{ approverIds: [ids.person] }]) } })
  ids.poor = await given.user()
  ids.changing = await given.user()
  for (const loginName of ['visitor', 'guess.er']) await lockOut(fixture.server, loginName)
  await given.role(ids.changing, '/wel/index')
  await kernel.db.updateTable('users').set({ passwordFrom: 'created' }).where('id', '=', ids.changing).execute()
  return fixture
}
