import { acts, fields, named, states } from '@hufu/contract/text'
import { sharedText } from './words-text.ts'
import { t } from '@hufu/contract/language'

export const text = {
  table: t('字段映射表', 'Field mapping'),
  about: t(
    '左边是来源的字段，右边是本系统的字段。改动后下方按样例重新计算，不会写入。',
    'Fields of the source on the left, fields of this system on the right. After each change the sample below is worked out again; nothing is written.',
  ),
  aboutOut: t(
    '选择要推送的字段，以及对方接收时的名称。密码永远不会推送。',
    'Choose the fields to push and what the other system calls them. Passwords are never pushed.',
  ),
  columns: {
    from: t('来源字段', 'Source field'),
    to: t('本系统字段', 'Field here'),
    transform: sharedText.transform,
    when: t(sharedText.write, 'Write'),
    required: t('必须有值', 'Required'),
    theirs: t('对方字段名', 'Their name for it'),
    acts: fields.operation,
  },
  noSample: t(
    '还没有样例，请先测试连接；也可以直接填写路径，如 dept[0].id。',
    'There is no sample yet; test the connection first, or enter a path such as dept[0].id.',
  ),
  test: sharedText.test,
  propose: t('按样例匹配', 'Match by the sample'),
  add: acts.add,
  addField: t('添加字段', 'Add field'),
  all: t('字段都已映射', 'Every field is mapped'),
  choose: t('请选择', 'Choose'),
  example: t(
    (value: string) => `样例：${value}`,
    value => `Sample: ${value}`,
  ),
  exampleEmpty: t('样例中为空', 'Empty in the sample'),
  exampleMissing: t('样例中没有', 'Not in the sample'),
  star: (name: string) => `${name} *`,
  of: t(
    (what: string, name: string) => `${what} ${name}`,
    (what, name) => `${what}: ${name}`,
  ),
  remove: t(named.detach, name => `Remove ${name}`),
  addTransform: t(
    (name: string) => `添加转换 ${name}`,
    name => `Add a transform to ${name}`,
  ),
  editTransform: t(
    (transform: string, name: string) => `修改转换 ${transform}（${name}）`,
    (transform, name) => `Edit the transform ${transform} (${name})`,
  ),
  dropTransform: t(
    (transform: string, name: string) => `移除转换 ${transform}（${name}）`,
    (transform, name) => `Remove the transform ${transform} (${name})`,
  ),
  problems: {
    missing: t(
      (names: readonly string[]) => `映射缺少必填字段：${names.join('、')}`,
      names => `These required fields are not mapped: ${names.join(', ')}`,
    ),
    empty: t(
      (names: readonly string[]) => `请填写来源字段：${names.join('、')}`,
      names => `Enter the source field of: ${names.join(', ')}`,
    ),
    theirs: t('请填写对方字段名', 'Enter what the other system calls the field'),
    nothing: t('请至少映射一个字段', 'Map at least one field'),
  },
  dialog: {
    pairs: t('每行一项，写成 来源值=结果，如 男=1', 'One on each line, written source value=result, such as male=1'),
    pairsWrong: t('请按 来源值=结果 填写，每行一项', 'Write source value=result, one on each line'),
  },
  preview: {
    title: t('预览', 'Preview'),
    table: t('预览结果', 'Preview'),
    about: t(
      '样例中的前几行按现在的映射会得到的结果，不写入任何数据。',
      'What the first rows of the sample become with this mapping. Nothing is written.',
    ),
    waiting: t('正在重新计算', 'Working it out again'),
    none: t('来源没有返回这类数据', 'The source returned none of these'),
    incomplete: t('补全必填字段后显示预览', 'Map the required fields to see a preview'),
    origin: t('标识', 'ID'),
    verdict: fields.result,
    raw: t(
      (value: string) => `来源 ${value}`,
      value => `Source ${value}`,
    ),
    empty: states.empty,
    now: t(
      (value: string) => `现在 ${value}`,
      value => `Now ${value}`,
    ),
  },
} as const
