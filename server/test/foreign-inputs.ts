import type { Shape } from './fuzz-input.ts'
import type { Branch, Kind } from './two-branches.ts'

/** The input of a call; a sheet is its titles and its one row. */
export interface Made {
  query?: Record<string, unknown>
  body?: unknown
  sheet?: { titles: string[]; row: string[] }
}
export type Describe = (own: Branch, form: PersonForm) => Made[]
export interface PersonForm {
  jobs: object[]
}

/** The kind of object these fields hold, whatever the call; `id` and `ids` belong to the call's own noun. */
const KIND_OF_FIELD: Readonly<Record<string, Kind>> = {
  orgId: 'org', orgIds: 'org', rootOrgIds: 'org', parentId: 'org', oldOrgId: 'org', newOrgId: 'place', targetParentId: 'place',
  userId: 'user', userIds: 'user', leaderId: 'user', labelId: 'label', labelIds: 'label', targetId: 'label', stripeId: 'businessLine', copyId: 'businessLine',
  rankId: 'rank', positionalTitlesId: 'title', positionId: 'duty', stationId: 'post', appId: 'app', appGroupId: 'appGroup', jobId: 'job',
  fromId: 'request', deputyId: 'user', orgExaminerIds: 'user', userExaminerIds: 'user', resourceIds: 'appResource', avatar: 'file', logo: 'file', taskId: 'task', planId: 'plan',
} // prettier-ignore
const KIND_OF_NOUN: Readonly<Record<string, Kind>> = {
  org: 'org', orgRange: 'range', user: 'user', admin: 'user', role: 'role', gradeAdmin: 'delegation', userLabel: 'label', stripe: 'businessLine',
  workGroup: 'group', rank: 'rank', title: 'title', duty: 'duty', post: 'post', app: 'app', appGroup: 'appGroup', appRole: 'appRole',
  appResource: 'appResource', appUser: 'account', authorize: 'grant', authGroup: 'authGroup', apiClient: 'client', online: 'session',
  incorrectLogin: 'failure', passkey: 'passkey', ownSession: 'session', ownDevice: 'device', factor: 'user', review: 'request',
} // prettier-ignore
const kindOf = (noun: string, field: string): Kind | undefined =>
  field === 'id' || field === 'ids'
    ? KIND_OF_NOUN[noun]
    : field === 'roleId' || field === 'roleIds'
      ? noun === 'admin' ? 'role' : 'appRole' // prettier-ignore
      : KIND_OF_FIELD[field]

/** Ids of other systems, chosen by callers, shipped with Hufu or derived from a key: they belong to no branch. */
const FIELDS_WITHOUT_OWNER = /^(uuid|originUserId|originOrgId|menuIds|buttonIds|apiIds|caDriverFileId|faceDriverFileId)$/
const isIdField = (field: string) =>
  !FIELDS_WITHOUT_OWNER.test(field) && (/(^|[a-z])(id|ids|Id|Ids)$/.test(field) || field in KIND_OF_FIELD)

let serial = 10_000
const fresh = (head: string) => `${head}${++serial}`

/** A valid value of a field that is not an id. */
function plain(shape: Shape, field: string): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum.includes('0') ? '0' : shape.enum[0]
  if (shape.type === 'boolean') return false
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(1, shape.minimum ?? 0)
  if (field.endsWith('Time')) return '2026-01-01 00:00:00'
  if (/sortNum/.test(field)) return '1'
  return field === 'status' ? '0' : fresh(field === 'uuid' ? 'foreign-act-' : 'w')
}

/** A value for a schema, with an id in every field that takes one. */
export function filled(noun: string, shape: Shape & { required?: string[] }, field: string, own: Branch): unknown {
  const choice = (shape.anyOf ?? shape.oneOf)?.find(one => one.type !== 'null' && one.const !== '')
  if (choice) return filled(noun, choice, field, own)
  if (shape.properties)
    return Object.fromEntries(
      Object.entries(shape.properties)
        .filter(([key, inner]) => shape.required?.includes(key) || key === 'status' || idFields(inner, key).length > 0)
        .map(([key, inner]) => [key, filled(noun, inner, key, own)]),
    )
  if (shape.type === 'array') return [filled(noun, shape.items ?? {}, field, own)]
  const kind = isIdField(field) ? kindOf(noun, field) : undefined
  return kind ? own[kind] : plain(shape, field)
}

/** The paths of a schema that hold an id, with lists as `[]`. */
export function idFields(shape: Shape, field = '', path = field): string[] {
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return [...new Set(choices.flatMap(one => idFields(one, field, path)))]
  if (shape.properties)
    return Object.entries(shape.properties).flatMap(([key, inner]) => idFields(inner, key, path === '' ? key : `${path}.${key}`))
  if (shape.type === 'array') return idFields(shape.items ?? {}, field || 'ids', `${path}[]`)
  return isIdField(field) && shape.type !== 'null' ? [path] : []
}

/** A caller's uuid starts only one task, so each request gets a new one. */
export const freshIds = ({ query, body, ...rest }: Made): Made => ({
  ...rest,
  ...(query && { query: withFresh(query) }),
  ...(body !== undefined && { body: Array.isArray(body) ? (body as unknown) : withFresh(body as Record<string, unknown>) }),
})
const withFresh = (part: Record<string, unknown>) => ('uuid' in part ? { ...part, uuid: fresh('foreign-act-') } : part)

const rule = (own: Branch) => ({
  match: 'all',
  conditions: [
    { field: 'org', orgIds: [own.org], below: true, mainOnly: false },
    { field: 'rank', ids: [own.rank] },
    { match: 'any', conditions: [{ field: 'org', orgIds: [own.place], below: false, mainOnly: true }, { field: 'post', ids: [own.post] }] }, // prettier-ignore
  ],
})
const subjects = (own: Branch): [string, string][] => [
  ['user', own.user], ['org', own.org], ['label', own.label], ['workGroup', own.group], ['post', own.post], ['stripe', own.businessLine],
] // prettier-ignore
const ofSubjects = (more: (own: Branch) => object) => (own: Branch) =>
  subjects(own).map(([targetType, id]) => ({ body: { targetType, targetIds: [id], ...more(own) } }))
const bulk = (more: (own: Branch) => object, expected: number, query?: object) => (own: Branch) => [
  { ...(query && { query: { ...query } }), body: { ...more(own), ids: [own.user] } },
  {
    ...(query && { query: { ...query } }),
    body: { ...more(own), ids: [], query: { orgId: own.org, hasIncludeChild: false }, expected },
  },
]
const assertionOf = (own: Branch) => ({ id: own.passkey, rawId: own.passkey, type: 'public-key', clientExtensionResults: {}, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } }) // prettier-ignore
const newUser = (own: Branch) => ({ review: { fromId: own.request }, userName: fresh('fa'), realName: '新人', passwordType: 2, labelIds: [own.label], avatar: own.file, jobs: [{ orgId: own.org, jobType: 1, rankId: own.rank, positionalTitlesId: own.title, positionId: own.duty, stationId: own.post }, { orgId: own.place, jobType: 2 }] }) // prettier-ignore
const upload = (titles: string[], row: (own: Branch) => string[], body: (own: Branch) => object, query?: object) => (own: Branch) => [{ sheet: { titles, row: row(own) }, body: body(own), ...(query && { query: { ...query } }) }] // prettier-ignore
const ofPeople = (own: Branch) => ({ orgId: own.org, uuid: fresh('foreign-act-') })
const exported =
  (...more: ((own: Branch) => object)[]) =>
  (own: Branch) =>
    more.map(one => ({ query: { uuid: fresh('foreign-act-'), ...one(own) } }))

/** Calls whose fields alone do not say what a valid request is. */
export const described: Readonly<Record<string, Describe>> = {
  'org.sortDrag': own => [{ query: { parentId: own.org }, body: [own.place] }],
  'org.saveMany': own => [{ body: { parentId: own.org, list: [{ name: fresh('新机构'), code: fresh('FB') }] } }],
  'org.move': own => [{ body: { ids: [own.place], targetParentId: own.org } }],
  'org.remove': own => [{ body: { ids: [own.empty], review: { fromId: own.request } } }],
  'org.recover': own => [{ query: { orgId: own.goneOrg }, body: { parentId: own.org } }],
  'org.importCheck': upload(['机构编码', '机构名称', '上级机构编码'], own => [fresh('FI'), '新', own.orgCode], own => ({ parentId: own.org }), { type: 'insert' }), // prettier-ignore
  'org.importInsert': upload(['机构编码', '机构名称', '上级机构编码'], own => [fresh('FI'), fresh('新'), own.orgCode], own => ({ parentId: own.org, uuid: fresh('foreign-act-') })), // prettier-ignore
  'org.importUpdate': upload(['机构编码', '机构名称', '上级机构编码'], own => [own.placeCode, fresh('改'), own.orgCode], () => ({ uuid: fresh('foreign-act-') })), // prettier-ignore
  'org.exportExcel': exported(own => ({ rangeType: '1', orgIds: own.org }), own => ({ rangeType: '2', orgId: own.org }), own => ({ rangeType: '3', orgId: own.org, orgIds: own.org }), own => ({ rangeType: '4', orgId: own.org })), // prettier-ignore
  'factor.stepUp': own => [{ body: { kind: 'passkey', assertion: assertionOf(own) } }],
  'user.save': own => [{ body: newUser(own) }],
  'user.update': (own, form) => [{ body: { review: { fromId: own.request }, id: own.user, realName: '改名', labelIds: [own.label], avatar: own.file, jobs: [...form.jobs, { orgId: own.place, jobType: 2, rankId: own.rank, positionalTitlesId: own.title, positionId: own.duty, stationId: own.post }] } }], // prettier-ignore
  'user.saveMany': own => [{ body: { orgId: own.org, list: [{ userName: fresh('fb'), realName: '批量', rankId: own.rank, stationId: own.post, labelIds: [own.label] }] } }], // prettier-ignore
  'user.transferMainJob': own => [
    { body: { userIds: [own.user], oldOrgId: own.org, newOrgId: own.place, review: { fromId: own.request } } },
    { body: { userIds: [own.user], newOrgId: own.place } },
    { body: { oldOrgId: own.org, newOrgId: own.place, query: { orgId: own.org, hasIncludeChild: false }, expected: 2 } },
  ],
  'user.remove': bulk(own => ({ orgId: own.org, review: { fromId: own.request } }), 2),
  'user.setStatus': bulk(own => ({ orgId: own.org, review: { fromId: own.request } }), 2, { status: 0 }),
  'user.resetPassword': bulk(own => ({ passwordType: 2, hasSendSms: false, review: { fromId: own.request } }), 2),
  'user.removeJob': own => [
    { body: { userIds: [own.colleague], jobType: 2, orgId: own.place, review: { fromId: own.request } } },
    { body: { jobType: 2, orgId: own.place, queryStr: { orgId: own.place, hasIncludeChild: false }, expected: 2 } },
  ],
  'user.sortDrag': own => [{ query: { orgId: own.org }, body: [own.user] }],
  'user.recover': own => [{ query: { userId: own.gone }, body: { orgId: own.org } }],
  'user.exportExcel': exported(own => ({ rangeType: '1', userIds: own.user }), own => ({ rangeType: '2', orgId: own.org, query: { orgId: own.org } }), own => ({ rangeType: '3', orgId: own.org, orgIds: own.org }), own => ({ rangeType: '4', orgId: own.org })), // prettier-ignore
  'user.importCheck': upload(['用户名', '姓名', '机构编码'], own => [fresh('fi'), '新人', own.orgCode], own => ({ orgId: own.org }), { type: 'insert' }), // prettier-ignore
  'user.importInsert': upload(['用户名', '姓名', '机构编码'], own => [fresh('fi'), '新人', own.orgCode], ofPeople),
  'user.importUpdate': upload(['用户名', '姓名', '机构编码'], own => [own.userName, '改名', own.placeCode], ofPeople),
  'user.importInsertUserOrg': upload(['用户名', '机构编码', '任职类型'], own => [own.userName, own.placeCode, '兼职'], ofPeople),
  'user.importUpdateUserOrg': upload(['用户名', '机构编码', '任职类型', '排序号'], own => [own.userName, own.orgCode, '主职', '3'], ofPeople), // prettier-ignore
  'user.authenticate': own => [{ body: { userId: own.user, realName: '某人', idCard: '110101199001010007' } }],
  'user.reveal': own => [{ body: { id: own.user, field: 'phone', reason: '走查' } }],
  'gradeAdmin.save': own => [{ body: { userIds: [own.colleague], orgId: own.org, hasIncludeChild: 1, menuIds: ['organiz_index'], buttonIds: [], hasHandOn: 0 } }], // prettier-ignore
  'gradeAdmin.update': own => [{ body: { id: own.delegation, orgId: own.org, hasIncludeChild: 1, menuIds: ['organiz_index'], buttonIds: [] } }],
  'rank.remove': own => [{ body: { ids: [own.spareRank] } }],
  'title.remove': own => [{ body: { ids: [own.spareTitle] } }],
  'duty.remove': own => [{ body: { ids: [own.spareDuty] } }],
  'post.remove': own => [{ body: { ids: [own.sparePost] } }],
  'appRole.remove': own => [{ body: { ids: [own.spareAppRole] } }],
  'userLabel.save': own => [{ body: { name: fresh('标签') } }, { body: { name: fresh('标签'), rule: rule(own) } }],
  'userLabel.update': own => [{ body: { id: own.label, name: fresh('标签') } }, { body: { id: own.label, name: fresh('标签'), rule: rule(own) } }], // prettier-ignore
  'userLabel.removeUser': own => [{ body: { labelId: own.label, userIds: [own.colleague] } }],
  'userLabel.merge': own => [{ body: { ids: [own.label], targetId: own.spareLabel } }],
  'stripe.addOrg': own => [{ body: { stripeId: own.businessLine, parentId: own.org, orgIds: [own.place], hasIncludeChild: false } }],
  'stripe.moveOrg': own => [{ body: { stripeId: own.businessLine, orgId: own.org, targetParentId: own.place } }],
  'workGroup.save': own => [
    { body: { name: fresh('组'), code: fresh('FG'), orgId: own.org, leaderId: own.user } },
    { body: { name: fresh('组'), code: fresh('FG'), orgId: own.org, leaderId: own.user, rule: rule(own) } },
  ],
  'workGroup.update': own => [
    { body: { id: own.group, name: fresh('组'), code: fresh('FG'), orgId: own.org, leaderId: own.user } },
    { body: { id: own.group, name: fresh('组'), code: fresh('FG'), orgId: own.org, leaderId: '', rule: rule(own) } },
  ],
  'workGroup.removeUser': own => [{ body: { id: own.group, userIds: [own.colleague] } }],
  'workGroup.saveMembers': own => [{ query: { id: own.group }, body: [own.user] }],
  'ownApp.chooseJob': own => [{ body: { appId: own.app, jobId: own.job } }],
  'appRole.addUser': own => [{ body: { appId: own.app, roleIds: [own.appRole], userData: [{ userId: own.colleague }] } }],
  'appRole.updateUser': own => [{ body: { appId: own.app, roleIds: [own.appRole], userData: [{ userId: own.colleague }] } }],
  'appResource.save': own => [{ body: { appId: own.app, parentId: own.appResource, name: fresh('资源'), code: fresh('FR'), type: 'menu' } }], // prettier-ignore
  'appUser.exportExcel': exported(own => ({ appId: own.app, query: { orgId: own.org } })),
  'authorize.save': ofSubjects(own => ({ apps: [{ appId: own.app, roleIds: [own.appRole] }] })),
  'authorize.exportExcel': own => subjects(own).map(([targetType, targetId]) => ({ query: { uuid: fresh('foreign-act-'), targetType, query: { targetId } } })), // prettier-ignore
  'authGroup.addTarget': ofSubjects(own => ({ id: own.authGroup })),
  'authGroup.removeTarget': ofSubjects(own => ({ id: own.authGroup })),
  'loginLog.exportExcel': exported(() => ({})),
  'apiClient.saveApi': own => [{ body: { id: own.client, apiIds: [] } }],
  'review.pass': own => [{ body: { ids: [own.askedRequest] } }],
  'review.reject': own => [{ body: { ids: [own.askedRequest], opinion: '不合规定' } }],
  'review.saveSetting': own => [{ body: { openOrgExamine: 0, openUserExamine: 0, orgExaminerIds: [own.user], userExaminerIds: [own.user] } }],
  'review.saveDeputy': own => [{ body: { deputyId: own.user, beginTime: '2026-01-01 00:00:00', endTime: '2099-01-01 00:00:00' } }],
  'review.removeDeputy': own => [{ body: { ids: [own.deputy] } }],
  'gradeAdmin.exportExcel': exported(own => ({ query: { orgId: own.org } })),
} // prettier-ignore
