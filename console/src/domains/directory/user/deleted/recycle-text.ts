import { acts, fields, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences about deleted users. */
export const recycleText = {
  title: things.deletedUsers,
  description: t(
    '删除的用户保留任职、标签、授权与角色，可以按删除时的样子恢复。',
    'Deleted users keep their jobs, labels, grants and roles, and can be recovered as they were when they were deleted.',
  ),
  searchHint: t('姓名、账号、工号', 'Name, account or employee no.'),
  formerOrg: fields.formerOrg,
  deleteTime: fields.deleteTime,
  deleteBy: fields.deletedBy,
  list: t('已删除用户列表', 'List of deleted users'),
  none: t('没有已删除的用户', 'No deleted users'),
  recover: acts.recover,
  push: acts.pushDeletion,
  detail: acts.showDetails,
  recoverTitle: t(
    (name: string) => `恢复“${name}”`,
    name => `Recover “${name}”`,
  ),
  recoverText: t(
    '用户将按删除时的样子恢复，仍然存在的内容如下：',
    'The user comes back as they were when they were deleted, with everything that still exists:',
  ),
  status: t('恢复后的状态', 'Status afterwards'),
  enabled: states.enabled,
  disabled: states.disabled,
  withGrants: t('恢复直接授权', 'Recover direct grants'),
  withRoles: t('恢复系统角色', 'Recover system roles'),
  labelsBack: t(fields.label, 'Labels'),
  workGroups: t(things.workGroup, 'Work groups'),
  grants: t(states.grantedDirectly, 'Direct grants'),
  roles: t(things.systemRole, 'System roles'),
  password: fields.password,
  passwordKept: t('保留原密码', 'The former password is kept'),
  passwordNone: t('无，须重置密码', 'None, it has to be reset'),
  leftOut: t(
    '以下内容不会恢复（您无权授予，或已停用、不存在）',
    'The following does not come back (you may not grant it, or it is disabled or no longer exists)',
  ),
  kinds: {
    app: t(things.grants, 'grant of'),
    role: t(things.role, 'role'),
    job: t(fields.job, 'job'),
    post: t(fields.post, 'post'),
    label: t(fields.label, 'label'),
    workGroup: t(things.workGroup, 'work group'),
  },
  returning: t(
    (kind: string, name: string) => `${kind}“${name}”`,
    (kind, name) => `${kind} “${name}”`,
  ),
  listed: t(
    (names: readonly string[]) => names.join('、'),
    names => names.join(', '),
  ),
  org: t('恢复到机构', 'Recover to'),
  orgHint: t(
    (name: string) => `留空则恢复到原机构：${name}`,
    name => `Leave empty to recover to the former organisation: ${name}`,
  ),
  orgGone: t('原机构已不存在，请选择机构', 'The former organisation no longer exists, choose another one'),
  recovered: t(
    (name: string, leftOut: string) => (leftOut === '' ? `已恢复“${name}”` : `已恢复“${name}”，未恢复：${leftOut}`),
    (name, leftOut) => (leftOut === '' ? `“${name}” recovered` : `“${name}” recovered, except: ${leftOut}`),
  ),
  conflict: t(
    (reason: string) => `无法恢复：${reason}`,
    reason => `Cannot be recovered: ${reason}`,
  ),
  conflictText: t(
    '该值已被其他用户使用，请先修改对方的信息后再恢复。',
    'Another user has this value by now. Change it there first, then recover this user.',
  ),
  jobs: t('原任职', 'Former jobs'),
  labels: { searchKey: fields.keyword, org: fields.formerOrg, time: fields.deleteTime },
} as const
