import { fields } from '@hufu/contract/text'
import { shared } from '../mapping/words-text.ts'

/** The first source, in five steps. */
export const text = {
  title: '接入第一个来源',
  about: '五步完成，在最后一步确认之前不会写入任何数据。',
  steps: [
    [shared.connect, '填写来源地址，测试连接，看到样例数据'],
    [fields.range, '选择同步机构还是用户，同步到哪个机构之下'],
    [shared.mapping, '把来源的字段对应到本系统，边改边看结果'],
    [shared.policy, '新增、修改、离开、返回时怎样处理，何时刹车'],
    [shared.plan, '先演练得到计划，核对后再执行'],
  ],
  templates: '从模板开始',
  start: '使用模板',
  startWith: (name: string) => `使用模板 ${name}`,
  blank: '不使用模板',
  template: {
    all: ['人事系统', '机构和用户各一个接口，用户按来源的部门任职'],
    user: ['用户名册', '只同步用户，机构由本系统维护'],
    org: ['机构目录', '只同步机构树，不涉及用户'],
  },
} as const
