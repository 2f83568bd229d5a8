import { acts, fields, states, things } from '@hufu/contract/text'

const objects = { user: things.user, org: things.org } as const
type Kind = keyof typeof objects
const operations = { insert: acts.add, update: acts.modify, delete: acts.remove } as const
type Operation = keyof typeof operations

/** Sentences about reviews on other pages. */
export const text = {
  submit: '提交审核',
  submitMore: '提交审核并继续新增',
  tag: states.pendingReview,
  tagOf: (name: string) => `${states.pendingReview}：查看${name}的申请`,
  told: (applicant: string, operation: Operation, time: string) => `${applicant}于 ${time} 提交${operations[operation]}`,
  open: '查看申请',
  banner: '有待审核的变更',
  fields: (labels: readonly string[]) => `，涉及：${labels.join('、')}。`,
  ended: '。',
  again: (kind: Kind) => `该${objects[kind]}有待审核的申请，不能再次提交`,
  direct: (kind: Kind) => `该${objects[kind]}有待审核的申请`,
  directHint: '您的修改立即生效；与申请改动相同的项目时，该申请不能再执行。',
  plan: '提交后须经审核',
  planHint: '通过后才生效。',
  stepsLabel: fields.reviewSteps,
  step: (mode: string, names: readonly string[], count: number) => {
    if (count === 0) return '按提交时的机构确定审核人'
    const people = count > names.length ? `${names.join('、')}等 ${count} 人` : names.join('、')
    return count > 1 ? `${people}（${mode}）` : people
  },
  picked: '由您选择',
  perhaps: '视修改内容',
  pick: (node: string) => `${node}的审核人`,
  pickMissing: (node: string) => `请选择${node}的审核人`,
  pickNobody: '没有可选择的人，按流程的设置处理',
  oneByOne: '已开启审核，请逐条提交',
  held: (label: string) => `该${label}已在待审核的申请中`,
} as const
