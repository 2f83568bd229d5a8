import { fields } from '@hufu/contract/text'
import { sharedText } from '../mapping/words-text.ts'
import { t } from '@hufu/contract/language'

/** The first source, in five steps. */
export const text = {
  title: t('接入第一个来源', 'Connect the first source'),
  about: t('五步完成，在最后一步确认之前不会写入任何数据。', 'Five steps. Nothing is written before you confirm the last.'),
  steps: [
    [sharedText.connect, t('填写来源地址，测试连接，看到样例数据', 'Enter the address of the source, test it and see a sample')],
    [fields.range, t('选择同步机构还是用户，同步到哪个机构之下', 'Choose organisations or users, and below which organisation they go')],
    [
      sharedText.mapping,
      t('把来源的字段对应到本系统，边改边看结果', 'Map the fields of the source to those here, and see the result as you go'),
    ],
    [
      sharedText.policy,
      t('新增、修改、离开、返回时怎样处理，何时刹车', 'What happens to those who are new, changed, gone or back, and when to brake'),
    ],
    [sharedText.plan, t('先演练得到计划，核对后再执行', 'Make a plan with a dry run, check it, then run it')],
  ],
  templates: t('从模板开始', 'Begin with a template'),
  start: t('使用模板', 'Use template'),
  startWith: t(
    (name: string) => `使用模板 ${name}`,
    name => `Use template: ${name}`,
  ),
  blank: t('不使用模板', 'Without a template'),
  template: {
    all: [
      t('人事系统', 'HR system'),
      t(
        '机构和用户各一个接口，用户按来源的部门任职',
        'One API for organisations and one for users; users get jobs by the departments of the source',
      ),
    ],
    user: [t('用户名册', 'List of users'), t('只同步用户，机构由本系统维护', 'Users only; organisations are kept here')],
    org: [t('机构目录', 'Organisation directory'), t('只同步机构树，不涉及用户', 'The tree of organisations only, no users')],
  },
} as const
