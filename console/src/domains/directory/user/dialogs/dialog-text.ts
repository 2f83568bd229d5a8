import { acts, fields, named, states, things } from '@hufu/contract/text'

/** Sentences of the dialogs, loaded with them. */
export const text = {
  reset: {
    title: acts.resetPassword,
    whom: (whom: string) => `将重置${whom}的密码。重置后立即退出登录，下次登录须修改密码。`,
    type: fields.newPassword,
    initial: states.initialPassword,
    random: states.randomPassword,
    initialHint: '使用“基础设置”中配置的初始密码。',
    randomHint: '为每人生成不同的密码，仅显示一次。',
    sms: '短信通知',
    smsOn: '新密码以短信发给有手机号的人；没有手机号或今日已收满 5 条的人，随机密码在重置后显示，统一初始密码请另行告知。',
    smsOff: '未开启时，密码由您转交本人。',
    smsMissing: '尚未配置短信网关或密码通知模板，不能发送短信。',
    ok: '重置',
    done: (count: number) => `已重置 ${count} 人的密码`,
    sent: (count: number, sent: number) => `已重置 ${count} 人的密码，${sent} 人将收到短信`,
  },
  passwords: {
    title: fields.newPassword,
    warning: '密码仅显示这一次，请立即复制并转交本人。',
    copyAll: '复制全部',
    copyOne: acts.copy,
    copy: (name: string) => `复制 ${name} 的密码`,
    password: fields.password,
    close: acts.savedIt,
    list: '新密码列表',
    more: (shown: number, total: number) => `此处显示前 ${shown} 人，共 ${total} 人；“复制全部”包含所有人。`,
  },
  transfer: {
    title: '调主职',
    whom: (whom: string, org: string) => `将${whom}在“${org}”的主职调整到其他机构。兼职不变；已在新机构兼职的，与主职合并。`,
    whomOwn: (whom: string) => `将${whom}的主职调整到同一个机构，各人离开的机构见下表。兼职不变；已在新机构兼职的，与主职合并。`,
    leaving: '将调整的主职',
    leaves: '离开的机构',
    none: '选中的用户没有可调整的主职',
    target: '新机构',
    same: '新机构与原机构相同',
    done: (moved: number, skipped: number) =>
      skipped > 0 ? `已调整 ${moved} 人，${skipped} 人的主职不在本机构，未调整` : `已调整 ${moved} 人`,
    doneOwn: (moved: number, skipped: number) =>
      skipped > 0 ? `已调整 ${moved} 人，${skipped} 人的主职已在新机构或不在管理范围，未调整` : `已调整 ${moved} 人`,
  },
  removeJob: {
    title: '移除兼职',
    about: (org: string) => `以下用户在“${org}”的兼职将被移除，用户本身及主职不变。`,
    list: '将移除的兼职',
    none: '选中的用户在本机构没有兼职',
    ok: (count: number) => `移除 ${count} 人的兼职`,
  },
  sure: {
    type: (count: number) => `影响人数较多，请输入人数 ${count} 确认`,
    countProblem: '输入的人数不一致',
  },
  move: {
    title: acts.moveToPlace,
    place: '位次',
    hint: (total: number) => `本机构共 ${total} 人`,
    sortNum: '修改排序号',
    sortHint: '主职机构中的排序号，数值小的在前；不影响他人的排序号。',
  },
  batch: {
    transfer: '调主职',
    removeJob: '移除兼职',
    export: '导出选中',
    oneOrg: '移除兼职按机构进行，请先取消“含下级机构”',
    tooMany: (max: number) => `一次最多导出选中的 ${max} 人，请按范围导出`,
  },
  removal: {
    title: (whom: string) => `删除${whom}？`,
    content: `删除后立即退出登录，任职、授权与角色一并失效；可在“${things.deletedUsers}”中恢复，届时可选择是否恢复授权与角色。`,
  },
  exporting: {
    title: acts.exportUsers,
    chosen: named.chosenPeople,
    org: (org: string) => `${org}（不含下级）`,
    below: (org: string) => `${org}及下级，按当前筛选条件`,
    all: '全部可见用户，按当前筛选条件',
    masked: '手机号、身份证号以脱敏形式导出。',
  },
} as const
