import { acts, problems, states } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

/** Sentences of the pickers. */
export const text = {
  org: {
    tree: t('组织机构树', 'Organisations'),
    find: t('按名称、编码、拼音查找机构', 'Find by name, code or pinyin'),
    findNothing: t('没有相符的机构', 'No organisation matches'),
    disabled: states.disabled,
    named: t(
      (name: string, people: number, isDisabled: boolean) => `${name}，${isDisabled ? '停用，' : ''}${people} 人`,
      (name, people, isDisabled) => `${name}, ${isDisabled ? 'disabled, ' : ''}${plural(people, 'person', 'people')}`,
    ),
    loading: t('正在加载', 'Loading'),
    levelFailed: t('加载失败，点此重试', 'Could not be loaded, click to try again'),
    tools: t(
      (name: string) => `机构操作 ${name}`,
      name => `Actions of ${name}`,
    ),
    none: t('暂无可见的机构', 'No organisation to show'),
    noneHint: t('您的管理范围内没有机构，请联系管理员。', 'There is no organisation you manage, contact your administrator.'),
    choose: problems.orgNotChosen,
    chooseTitle: acts.chooseOrg,
    clear: acts.clear,
    chosen: t(
      (path: string) => `已选：${path}`,
      path => `Chosen: ${path}`,
    ),
    notChosen: t('尚未选择', 'None chosen'),
    gone: t('机构不存在或不在管理范围内', 'The organisation does not exist or is not one you manage'),
  },
  avatar: {
    choose: t('更换头像', 'Change picture'),
    remove: acts.detach,
    hint: t('支持 PNG、JPG，不超过 5 MB', 'PNG or JPG, at most 5 MB'),
  },
} as const
