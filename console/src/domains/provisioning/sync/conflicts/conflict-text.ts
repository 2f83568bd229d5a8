import { acts, fields, states } from '@hufu/contract/text'
import { syncText } from '@hufu/contract/provisioning/sync'
import { sharedText } from '../mapping/words-text.ts'
import { t } from '@hufu/contract/language'

export const text = {
  about: t(
    '来源中的这些数据可能是已有的某个用户或机构，也可能是新的。处理结果会被记住，下次同步按此执行。',
    'These may be users or organisations that are here already, or new ones. What you decide is remembered and holds from the next run on.',
  ),
  list: t('待处理冲突列表', 'Conflicts'),
  source: fields.source,
  objectType: sharedText.object,
  name: fields.name,
  none: t('没有待处理的冲突', 'No conflicts'),
  noneHint: t(
    '姓名和手机号相同、或与多个已有对象匹配的数据会列在这里，不会自动关联。',
    'What has the same name and phone number as somebody here, or matches several, is listed here and never linked by itself.',
  ),
  incoming: t('来源中的数据', 'In the source'),
  origin: t(
    (id: string) => `标识 ${id}`,
    id => `ID ${id}`,
  ),
  candidates: t('可能是', 'This may be'),
  noCandidates: t('没有可关联的对象', 'There is nothing to link it to'),
  link: sharedText.link,
  linkTo: t(
    (name: string, candidate: string) => `把 ${name} 关联到 ${candidate}`,
    (name, candidate) => `Link ${name} to ${candidate}`,
  ),
  create: acts.add,
  createOf: t(
    (name: string) => `将 ${name} 作为新对象新增`,
    name => `Add ${name} as new`,
  ),
  ignore: t(syncText.verdict.ignored, 'Ignore'),
  ignoreOf: t(
    (name: string) => `忽略 ${name}`,
    name => `Ignore ${name}`,
  ),
  linked: t(
    (name: string) => `已关联到“${name}”，下次同步生效`,
    name => `Linked to “${name}”, in effect with the next run`,
  ),
  created: t('将在下次同步时新增', 'It will be added with the next run'),
  ignored: t('已忽略，下次同步不再列出', 'Ignored; it will not be listed again'),
  empty: states.empty,
  any: states.all,
  keys: {
    show: t('快捷键', 'Keyboard'),
    title: t('待处理冲突的快捷键', 'Keyboard'),
    of: [
      ['J / ↓', t(acts.nextOne, 'Next')],
      ['K / ↑', t(acts.previousOne, 'Previous')],
      ['1 … 9', t('关联到第几个候选', 'Link to the candidate of that number')],
      ['N', acts.add],
      ['I', t(syncText.verdict.ignored, 'Ignore')],
      ['?', t('显示快捷键', 'Show these keys')],
    ],
  },
} as const
