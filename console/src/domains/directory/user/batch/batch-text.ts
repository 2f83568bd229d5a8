import { acts, fields } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

export const text = {
  title: acts.addUsers,
  description: t(
    '向同一机构快速录入多名用户，或用表格导入新增、更新用户与任职。',
    'Enter several users of one organisation quickly, or import a table to add and update users and jobs.',
  ),
  org: fields.owningOrg,
  orgHint: t(
    '以下各行都以该机构为主职；用户名在填写姓名后自动生成，可以修改。密码为系统配置的初始密码；未配置时，重置密码后才能登录。',
    'Everybody below has their main job in this organisation. User names are made from the names and can be changed. The password is the initial one of the system; if none is configured, they can sign in once their passwords have been reset.',
  ),
  orgNeeded: t('请先选择所属机构', 'Choose an organisation first'),
  label: t('待新增的用户', 'Users to add'),
  columns: {
    realName: fields.realName,
    userName: fields.userName,
    phone: fields.phone,
    idCard: fields.idCard,
    employeeNumber: t(fields.employeeNumber, 'Employee no.'),
  },
  saved: t(
    (count: number) => `${count} 名用户已新增`,
    count => `${plural(count, 'user')} added`,
  ),
  generated: t('自动生成', 'Generated'),
  kinds: {
    insert: acts.addUser,
    update: t('更新用户', 'Update users'),
    insertUserOrg: t('新增任职', 'Add jobs'),
    updateUserOrg: t('更新任职', 'Update jobs'),
  },
  hints: {
    insert: t(
      '每行新增一名用户，机构编码决定其主职所在机构。',
      'Each row adds a user; the organisation code says where their main job is.',
    ),
    update: t('按用户名找到要更新的用户；空单元格保持原值不变。', 'The user to update is found by user name; empty cells change nothing.'),
    insertUserOrg: t(
      '按用户名和机构编码为已有用户增加任职，任职类型填写“主职”或“兼职”。',
      'Each row adds a job to an existing user, found by user name, in the organisation of the code; choose the job type, main or other, from the list in the template.',
    ),
    updateUserOrg: t(
      '按用户名和机构编码找到要更新的任职；空单元格保持原值不变。',
      'The job to update is found by user name and organisation code; empty cells change nothing.',
    ),
  },
  passwords: {
    none: t(
      '初始密码：未设置。导入的用户须重置密码后才能登录。',
      'No initial password is set. Imported users can only sign in once their passwords have been reset.',
    ),
    toSetting: t('去设置', 'Set it'),
    cannotSignIn: t(
      (count: number) => `${count} 人还没有密码，不能登录`,
      count => `${plural(count, 'user')} without a password cannot sign in`,
    ),
    how: t(
      '打开列表并全选后点击“重置密码”：新密码可以用短信发给本人，或显示并下载。',
      `Open the list, select all and click “${acts.resetPassword}”: new passwords can be sent by SMS, or shown and downloaded.`,
    ),
    look: t(
      (count: number) => `查看这 ${count} 人并设置密码`,
      count => `Show ${count === 1 ? 'this user' : `these ${count} users`} and set passwords`,
    ),
  },
} as const
