import { acts, fields, states } from '@hufu/contract/text'
import { syncText } from '@hufu/contract/provisioning/sync'
import { shared } from '../mapping/words-text.ts'

export const text = {
  about: '来源中的这些数据可能是已有的某个用户或机构，也可能是新的。处理结果会被记住，下次同步按此执行。',
  list: '待处理冲突列表',
  source: fields.source,
  objectType: shared.object,
  name: fields.name,
  none: '没有待处理的冲突',
  noneHint: '姓名和手机号相同、或与多个已有对象匹配的数据会列在这里，不会自动关联。',
  incoming: '来源中的数据',
  origin: (id: string) => `标识 ${id}`,
  candidates: '可能是',
  noCandidates: '没有可关联的对象',
  link: shared.link,
  linkTo: (name: string, candidate: string) => `把 ${name} 关联到 ${candidate}`,
  create: acts.add,
  createOf: (name: string) => `将 ${name} 作为新对象新增`,
  ignore: syncText.verdict.ignored,
  ignoreOf: (name: string) => `忽略 ${name}`,
  linked: (name: string) => `已关联到“${name}”，下次同步生效`,
  created: '将在下次同步时新增',
  ignored: '已忽略，下次同步不再列出',
  empty: states.empty,
  any: states.all,
  keys: {
    show: '快捷键',
    title: '待处理冲突的快捷键',
    of: [
      ['J / ↓', acts.nextOne],
      ['K / ↑', acts.previousOne],
      ['1 … 9', '关联到第几个候选'],
      ['N', acts.add],
      ['I', syncText.verdict.ignored],
      ['?', '显示快捷键'],
    ],
  },
} as const
