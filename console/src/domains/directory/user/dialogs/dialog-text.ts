import { acts, fields, named, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

/** Sentences of the dialogs, loaded with them. */
export const text = {
  reset: {
    title: acts.resetPassword,
    whom: t(
      (whom: string) => `将重置${whom}的密码。重置后立即退出登录，下次登录须修改密码。`,
      whom => `Resets the password of ${whom}. They are signed out at once and have to change the password when they next sign in.`,
    ),
    type: fields.newPassword,
    initial: states.initialPassword,
    random: states.randomPassword,
    initialHint: t('使用“基础设置”中配置的初始密码。', `Uses the initial password configured in “${things.baseSettings}”.`),
    randomHint: t('为每人生成不同的密码，仅显示一次。', 'Makes a different password for everybody, shown only once.'),
    sms: t('短信通知', 'Notify by SMS'),
    smsOn: {
      1: t(
        '新密码以短信发给有手机号的人；没有手机号或今日已收满 5 条的人，请另行告知统一初始密码。',
        'The new password is sent by SMS to those who have a phone number. Tell the initial password yourself to those who have none, or have received 5 messages today.',
      ),
      2: t(
        '新密码以短信发给有手机号的人；没有手机号或今日已收满 5 条的人，其密码在重置后显示。',
        'The new password is sent by SMS to those who have a phone number. For those who have none, or have received 5 messages today, it is shown after the reset.',
      ),
    },
    smsOff: t('未开启时，密码由您转交本人。', 'While this is off, you hand the passwords over yourself.'),
    smsMissing: t(
      '尚未配置短信网关或密码通知模板，不能发送短信。',
      'No SMS gateway or no template for passwords is configured, so no messages can be sent.',
    ),
    ok: t('重置', 'Reset'),
    done: t(
      (count: number) => `已重置 ${count} 人的密码`,
      count => `${plural(count, 'password')} reset`,
    ),
    sent: t(
      (count: number, sent: number) => `已重置 ${count} 人的密码，${sent} 人将收到短信`,
      (count, sent) => `${plural(count, 'password')} reset, ${plural(sent, 'user')} will receive an SMS`,
    ),
  },
  passwords: {
    title: fields.newPassword,
    warning: t('密码仅显示这一次，请立即复制并转交本人。', 'Passwords are shown only this once. Copy them now and hand them over.'),
    copyAll: t('复制全部', 'Copy all'),
    copyOne: acts.copy,
    copy: t(
      (name: string) => `复制 ${name} 的密码`,
      name => `Copy the password of ${name}`,
    ),
    password: fields.password,
    close: acts.savedIt,
    list: t('新密码列表', 'List of new passwords'),
    more: t(
      (shown: number, total: number) => `此处显示前 ${shown} 人，共 ${total} 人；“复制全部”包含所有人。`,
      (shown, total) => `The first ${shown} of ${total} users are shown here; “Copy all” takes all of them.`,
    ),
  },
  transfer: {
    title: t('调主职', 'Move main job'),
    whom: t(
      (whom: string, org: string) => `将${whom}在“${org}”的主职调整到其他机构。兼职不变；已在新机构兼职的，与主职合并。`,
      (whom, org) =>
        `Moves the main job of ${whom} from “${org}” to another organisation. Other jobs stay; another job in the new organisation is merged with the main job.`,
    ),
    whomOwn: t(
      (whom: string) => `将${whom}的主职调整到同一个机构，各人离开的机构见下表。兼职不变；已在新机构兼职的，与主职合并。`,
      whom =>
        `Moves the main job of ${whom} to one organisation; the table shows which organisation each of them leaves. Other jobs stay; another job in the new organisation is merged with the main job.`,
    ),
    leaving: t('将调整的主职', 'Main jobs to be moved'),
    leaves: t('离开的机构', 'Leaves organisation'),
    none: t('选中的用户没有可调整的主职', 'None of the selected users has a main job that can be moved'),
    target: t('新机构', 'New organisation'),
    same: t('新机构与原机构相同', 'This is the same organisation as before'),
    done: t(
      (moved: number, skipped: number) =>
        skipped > 0 ? `已调整 ${moved} 人，${skipped} 人的主职不在本机构，未调整` : `已调整 ${moved} 人`,
      (moved, skipped) =>
        skipped > 0
          ? `${plural(moved, 'user')} moved; ${skipped} left as they were, since their main job is not in this organisation`
          : `${plural(moved, 'user')} moved`,
    ),
    doneOwn: t(
      (moved: number, skipped: number) =>
        skipped > 0 ? `已调整 ${moved} 人，${skipped} 人的主职已在新机构或不在管理范围，未调整` : `已调整 ${moved} 人`,
      (moved, skipped) =>
        skipped > 0
          ? `${plural(moved, 'user')} moved; ${skipped} left as they were, since their main job is already there or out of your reach`
          : `${plural(moved, 'user')} moved`,
    ),
  },
  removeJob: {
    title: t('移除兼职', 'Remove other jobs'),
    about: t(
      (org: string) => `以下用户在“${org}”的兼职将被移除，用户本身及主职不变。`,
      org => `These users lose their other job in “${org}”. The users themselves and their main jobs stay.`,
    ),
    list: t('将移除的兼职', 'Jobs to be removed'),
    none: t('选中的用户在本机构没有兼职', 'None of the selected users has another job in this organisation'),
    ok: t(
      (count: number) => `移除 ${count} 人的兼职`,
      count => `Remove ${plural(count, 'job')}`,
    ),
  },
  sure: {
    type: t(
      (count: number) => `影响人数较多，请输入人数 ${count} 确认`,
      count => `This affects many users. Enter their number, ${count}, to confirm`,
    ),
    countProblem: t('输入的人数不一致', 'The number is not the same'),
  },
  move: {
    title: acts.moveToPlace,
    place: t('位次', 'Position'),
    hint: t(
      (total: number) => `本机构共 ${total} 人`,
      total => `${plural(total, 'user')} in this organisation`,
    ),
    sortNum: t('修改排序号', 'Change sort number'),
    sortHint: t(
      '主职机构中的排序号，数值小的在前；不影响他人的排序号。',
      'Sort number in the organisation of the main job, small numbers first; those of others stay as they are.',
    ),
  },
  batch: {
    transfer: t('调主职', 'Move main job'),
    removeJob: t('移除兼职', 'Remove other jobs'),
    export: t('导出选中', 'Export selected'),
    oneOrg: t(
      '移除兼职按机构进行，请先取消“含下级机构”',
      `Other jobs are removed in one organisation at a time: first untick “${states.withChildOrgs}”`,
    ),
    tooMany: t(
      (max: number) => `一次最多导出选中的 ${max} 人，请按范围导出`,
      max => `At most ${max} selected users can be exported at once; export by range instead`,
    ),
  },
  removal: {
    title: t(
      (whom: string) => `删除${whom}？`,
      whom => `Delete ${whom}?`,
    ),
    content: t(
      `删除后立即退出登录，任职、授权与角色一并失效；可在“${things.deletedUsers}”中恢复，届时可选择是否恢复授权与角色。`,
      `They are signed out at once, and their jobs, grants and roles end. They can be recovered in “${things.deletedUsers}”, with their grants and roles if you choose so.`,
    ),
  },
  exporting: {
    title: acts.exportUsers,
    chosen: t(named.chosenPeople, count => `The ${plural(count, 'selected user')}`),
    org: t(
      (org: string) => `${org}（不含下级）`,
      org => `${org} (without sub-organisations)`,
    ),
    below: t(
      (org: string) => `${org}及下级，按当前筛选条件`,
      org => `${org} and its sub-organisations, with the current filters`,
    ),
    all: t('全部可见用户，按当前筛选条件', 'All users you can see, with the current filters'),
    masked: t('手机号、身份证号以脱敏形式导出。', 'Phone numbers and ID card numbers are exported masked.'),
  },
} as const
