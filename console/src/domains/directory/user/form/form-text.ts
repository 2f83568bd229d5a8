import { acts, fields, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'
import { detailText } from '../detail/detail-text.ts'

const lower = (label: string) => (/^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1))

/** Sentences of the user form. */
export const formText = {
  restored: t('已恢复上次未保存的内容', 'What you had not saved last time is back'),
  add: acts.addUser,
  edit: acts.editUser,
  editOf: t(
    (name: string) => `编辑用户：${name}`,
    name => `Edit user: ${name}`,
  ),
  description: t('带 * 的为必填项。', 'Fields with * are required.'),
  basic: things.basics,
  job: t(fields.job, 'Jobs'),
  person: detailText.person,
  account: detailText.account,
  newAccount: t('账号与密码', 'Account and password'),
  labels: t(fields.label, 'Labels'),
  more: acts.more,
  less: t('收起', 'Less'),
  generate: t('自动生成', 'Generate'),
  userNameHint: t(
    '2 至 50 位字母、数字或 _ . @ -；保存后只能由管理员修改。',
    '2 to 50 letters, digits or _ . @ -; once saved, only an administrator can change it.',
  ),
  userNameKept: t('不能修改自己的用户名', 'You cannot change your own user name'),
  userNameFixed: t('内置账号的用户名不可修改', 'The user name of a built-in account cannot be changed'),
  userNameKnown: t(
    (apps: readonly string[]) => `以下应用以用户名识别该用户，修改后可能被当作新用户：${apps.join('、')}`,
    apps => `These applications know the user by the user name, and may take them for a new user after the change: ${apps.join(', ')}`,
  ),
  userNameUnknown: t('修改后，用户须以新用户名登录。', 'After the change the user has to sign in with the new user name.'),
  sortHint: outcomes.sortedLastIfEmpty,
  sealed: {
    change: t(acts.modify, 'Change'),
    changeOf: t(
      (field: string) => `修改${field}`,
      field => `Change ${lower(field)}`,
    ),
    keep: t('取消修改', 'Keep as it is'),
    keepOf: t(
      (field: string) => `取消修改${field}`,
      field => `Keep ${lower(field)} as it is`,
    ),
    hint: t('留空并保存将清除原有内容', 'Left empty and saved, the former value is removed'),
  },
  noChoice: t('未填写', 'Not given'),
  main: fields.mainOrg,
  other: t(
    (n: number) => `兼职 ${n}`,
    n => `Other job ${n}`,
  ),
  otherOrg: t('兼职机构', 'Organisation of the other job'),
  addJob: t('添加兼职', 'Add another job'),
  removeJob: t(
    (n: number) => `移除兼职 ${n}`,
    n => `Remove other job ${n}`,
  ),
  noPositionAttribute: states.unset,
  orgTwice: problems.duplicateJobOrg,
  passwordType: t('密码设置方式', 'Password'),
  initial: states.initialPassword,
  random: states.randomPassword,
  own: fields.ownPassword,
  initialHint: t(
    '使用“基础设置”中配置的初始密码，下次登录须修改。',
    `Uses the initial password configured in “${things.baseSettings}”; it has to be changed at the next sign-in.`,
  ),
  randomHint: t(
    '保存后显示一次，请及时转交本人，下次登录须修改。',
    'Shown once after saving. Hand it over promptly; it has to be changed at the next sign-in.',
  ),
  ownHint: t('8 至 32 个字符，下次登录须修改。', '8 to 32 characters; it has to be changed at the next sign-in.'),
  password: fields.password,
  noLabels: t('还没有可用的标签', 'There are no labels to choose yet'),
  labelsByRule: t('按规则自动带有：', 'Given by rule: '),
  save: acts.save,
  saveMore: t('保存并继续新增', 'Save and add another'),
  cancel: acts.cancel,
  stale: t('数据已被他人修改', 'Somebody else has changed this user'),
  staleText: t(
    '您打开此页之后，该用户已被他人修改。重新加载将放弃您尚未保存的内容。',
    'Somebody else has changed this user since you opened this page. Reloading discards what you have not saved.',
  ),
  reload: t('重新加载', 'Reload'),
  summary: t('填写情况', 'Progress'),
  missing: t(
    (count: number) => `还有 ${count} 项必填`,
    count => `${plural(count, 'required field')} left`,
  ),
  wrong: t(
    (count: number) => `有 ${count} 项填写有误`,
    count => `${plural(count, 'field')} not valid`,
  ),
  complete: t('已填写必填项', 'All required fields are filled in'),
  noneNeeded: t('无必填项', 'No required fields'),
  changes: t('已修改', 'Changed'),
  unchanged: t('尚未修改', 'Nothing changed yet'),
  changed: t(
    (fields: readonly string[]) => fields.join('、'),
    fields => fields.join(', '),
  ),
  emailProblem: problems.emailWrong,
  userNameTaken: problems.userNameTaken,
  phoneTaken: t('手机号已存在', 'This phone number is already in use'),
  idCardTaken: t('身份证号已存在', 'This ID card number is already in use'),
  originUserIdTaken: t('原系统用户ID已存在', 'This user ID of the source system is already in use'),
  employeeNumberTaken: t('工号已存在', 'This employee number is already in use'),
} as const
