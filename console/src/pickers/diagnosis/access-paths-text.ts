import { fields, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences about access paths to applications. */
export const text = {
  types: {
    user: things.user,
    org: things.org,
    post: fields.post,
    workGroup: things.workGroup,
    label: things.userLabel,
    stripe: things.businessLine,
  },
  nothing: t(
    '没有任何途径：他本人、所在机构、岗位、工作组、标签、条线都没有这个应用的授权。',
    'No path: neither the user nor their organisations, posts, work groups, labels or business lines have a grant of this application.',
  ),
  paths: t(fields.path, 'Paths'),
  way: fields.path,
  gives: t('授予', 'Gives'),
  state: fields.status,
  opens: t('打开应用', 'Open the application'),
  works: t('有效', 'Works'),
  direct: states.grantedDirectly,
  through: t(
    (group: string, subject: string) => `权限组 ${group}（${subject}）`,
    (group, subject) => `Permission group ${group} (${subject})`,
  ),
  subject: t(
    (type: string, name: string) => `${type}：${name}`,
    (type, name) => `${type}: ${name}`,
  ),
  problems: {
    over: states.expired,
    notBegun: t('尚未生效', 'Not in effect yet'),
    accountDisabled: t('他在该应用内的账号已停用', 'Their account in this application is disabled'),
    roleDisabled: t('角色已停用', 'The role is disabled'),
    groupDisabled: t('权限组已停用', 'The permission group is disabled'),
    appDisabled: t('应用已停用', 'The application is disabled'),
    subjectDisabled: t('授权对象已停用或已到期', 'What it is granted to is disabled or has expired'),
    notBelow: t('只授予了上级机构本身，未含下级', 'Granted to the parent organisation alone, without sub-organisations'),
  },
} as const
