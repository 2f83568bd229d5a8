import { acts, fields } from '@hufu/contract/text'

export const text = {
  title: acts.addUsers,
  description: '向同一机构快速录入多名用户，或用表格导入新增、更新用户与任职。',
  org: fields.owningOrg,
  orgHint: '以下各行都以该机构为主职；用户名在填写姓名后自动生成，可以修改。密码为系统配置的初始密码；未配置时，重置密码后才能登录。',
  orgNeeded: '请先选择所属机构',
  label: '待新增的用户',
  columns: {
    realName: fields.realName,
    userName: fields.userName,
    phone: fields.phone,
    idCard: fields.idCard,
    employeeNumber: fields.employeeNumber,
  },
  generated: '自动生成',
  kinds: {
    insert: acts.addUser,
    update: '更新用户',
    insertUserOrg: '新增任职',
    updateUserOrg: '更新任职',
  },
  hints: {
    insert: '每行新增一名用户，机构编码决定其主职所在机构。',
    update: '按用户名找到要更新的用户；空单元格保持原值不变。',
    insertUserOrg: '按用户名和机构编码为已有用户增加任职，任职类型填写“主职”或“兼职”。',
    updateUserOrg: '按用户名和机构编码找到要更新的任职；空单元格保持原值不变。',
  },
  passwords: {
    none: '初始密码：未设置。导入的用户须重置密码后才能登录。',
    toSetting: '去设置',
    cannotSignIn: (count: number) => `${count} 人还没有密码，不能登录`,
    how: '打开列表并全选后点击“重置密码”：新密码可以用短信发给本人，或显示并下载。',
    look: (count: number) => `查看这 ${count} 人并设置密码`,
  },
} as const
