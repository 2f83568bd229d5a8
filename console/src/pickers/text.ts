import { acts, faults, states } from '@hufu/contract/text'

/** Sentences of the pickers. */
export const text = {
  org: {
    tree: '组织机构树',
    find: '按名称、编码、拼音查找机构',
    findNothing: '没有相符的机构',
    disabled: states.disabled,
    named: (name: string, people: number, isDisabled: boolean) => `${name}，${isDisabled ? '停用，' : ''}${people} 人`,
    loading: '正在加载',
    levelFailed: '加载失败，点此重试',
    tools: (name: string) => `机构操作 ${name}`,
    none: '暂无可见的机构',
    noneHint: '您的管理范围内没有机构，请联系管理员。',
    choose: faults.orgNotChosen,
    chooseTitle: acts.chooseOrg,
    clear: acts.clear,
    chosen: (path: string) => `已选：${path}`,
    notChosen: '尚未选择',
    gone: '机构不存在或不在管理范围内',
  },
  avatar: { choose: '更换头像', remove: acts.detach, hint: '支持 PNG、JPG，不超过 5 MB' },
} as const
