import { acts, outcomes, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  title: 'SCIM 2.0',
  hint: t(
    '身份目录（Microsoft Entra、Okta 等）凭下面的地址向虎符写入用户、组和机构。还需在“可调用的接口”中授予 SCIM 接口。',
    'An identity directory (Microsoft Entra, Okta and so on) writes users, groups and organisations to Hufu at this address. The SCIM APIs must also be granted under “APIs it may call”.',
  ),
  address: t('租户地址（Tenant URL / Base URL）', 'Tenant URL / Base URL'),
  token: t('访问令牌（Secret Token）', 'Secret token'),
  tokenHint: t(
    (clientId: string) => `填写“${clientId}.密钥”：客户端ID、英文句点、密钥连在一起`,
    clientId => `Enter “${clientId}.SECRET”: the client ID, a full stop and the secret, without spaces`,
  ),
  root: t('根机构', 'Root organisation'),
  rootHint: t(
    '客户端只看得到、也只能改动该机构及其下级的用户、组和机构。',
    'The client sees and changes only the users, groups and organisations of this organisation and below it.',
  ),
  defaultOrg: t('默认机构', 'Default organisation'),
  defaultHint: t(
    '新用户没有指明部门时放在这里，应为根机构或其下级。',
    'Where new users without a department are placed; the root organisation or one below it.',
  ),
  unknownOrg: t('部门不存在时', 'When a department does not exist'),
  unknown: { default: t('放入默认机构', 'Use the default organisation'), refuse: t('拒绝该用户', 'Refuse the user') },
  groupsAre: t('组（Groups）是', 'Groups are'),
  groups: {
    workGroup: {
      name: things.workGroup,
      hint: t('对方的组成为工作组，成员可自由增减。', 'Its groups become work groups; members come and go freely.'),
    },
    label: {
      name: t('手动标签', 'Manual label'),
      hint: t(
        '对方的组成为手动标签；按规则维护的标签只能读取。',
        'Its groups become labels by hand; labels that follow a rule can only be read.',
      ),
    },
    org: {
      name: things.org,
      hint: t(
        '对方的组成为机构；加入即增加兼职，移出即取消兼职，主职不变。',
        'Its groups become organisations: joining adds another job, leaving ends it, main jobs stay.',
      ),
    },
  },
  groupsChange: t(
    '更改后，对方为现有的组记下的编号（externalId）不再保留，组本身和成员不变。',
    'After a change, the IDs (externalId) the other side gave its present groups are forgotten; groups and members stay.',
  ),
  onDelete: t('删除用户时', 'When a user is deleted'),
  deletes: { delete: t('移入已删除用户', 'Move to deleted users'), disable: t('仅停用账号', 'Only disable the account') },
  adopts: t('重新创建时恢复原用户', 'Recover users who are created again'),
  adoptsHint: t(
    '该客户端删除过的用户再次创建时，按原账号恢复，编号与登录方式不变。',
    'A user this client has deleted and creates again gets the former account back, with the same ID and sign-in methods.',
  ),
  percent: t('一小时内最多移除（%）', 'Removed within an hour, at most (%)'),
  least: t('且不少于（个）', 'And at least'),
  brakeHint: t(
    '停用、删除用户，清空组，移动或删除机构超过此数时，客户端暂停移除，等待管理员确认。',
    'When more users are disabled or deleted, groups emptied, or organisations moved or deleted, removals by the client are held back until an administrator confirms them.',
  ),
  save: acts.save,
  saved: outcomes.saved,
  users: t(
    (count: number) => `已写入 ${count.toLocaleString('zh-CN')} 个用户`,
    count => `Users written: ${count.toLocaleString('en-GB')}`,
  ),
  unset: t('尚未启用，保存后即可使用。', 'Not in use yet; save to begin.'),
  blocked: t(
    (why: string, time: string) => `已暂停移除：${why}（${time}）`,
    (why, time) => `Removals are held back: ${why} (${time})`,
  ),
  blockedHint: t(
    '读取与其他写入不受影响。确认下列改动无误后恢复；否则先在对方系统中更正。',
    'Reading and other writing go on. Resume once you are sure the changes below are right; otherwise correct them in the other system first.',
  ),
  open: t('恢复', 'Resume'),
  openTitle: t(
    (name: string) => `恢复“${name}”的移除操作？`,
    name => `Resume removals by “${name}”?`,
  ),
  openText: t(
    '此前的移除不再计入，对方重试时将继续执行。',
    'Removals so far are no longer counted; they go on when the other system tries again.',
  ),
  opened: t('已恢复', 'Resumed'),
  removals: t('最近一小时移除的', 'Removed in the last hour'),
  hours: t('暂停前一小时的全部改动', 'All changes of the hour before it was stopped'),
  hoursHint: t(
    '撤销会还原该客户端在这一小时里写入的用户、组和机构；他人之后改过的保持不变。请先在对方系统中更正或停用该客户端，否则对方会再次写入。',
    'Undoing restores the users, groups and organisations that this client wrote in the hour; what others changed since stays. Correct the other system or disable the client first, or it will write them again.',
  ),
  hour: t(
    (time: string, count: number) => `${time.slice(0, 13)} 时 · ${count.toLocaleString('zh-CN')} 条变更`,
    (time, count) => `${time.slice(0, 13)}:00 · ${count === 1 ? '1 change' : `${count.toLocaleString('en-GB')} changes`}`,
  ),
  kinds: {
    delete: t(acts.remove, 'Deleted'),
    disable: t(acts.disable, 'Disabled'),
    members: t('清空组', 'Group emptied'),
    org: t('移动或删除机构', 'Organisation moved or deleted'),
  },
} as const
