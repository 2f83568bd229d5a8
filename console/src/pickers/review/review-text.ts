import { acts, fields, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

const objects = { user: t(things.user, 'user'), org: t(things.org, 'organisation') } as const
type Kind = keyof typeof objects
const operations = { insert: t(acts.add, 'an addition'), update: t(acts.modify, 'a change'), delete: t(acts.remove, 'a deletion') } as const
type Operation = keyof typeof operations

/** Sentences about reviews on other pages. */
export const text = {
  submit: t('提交审核', 'Submit for review'),
  submitMore: t('提交审核并继续新增', 'Submit and add another'),
  tag: states.pendingReview,
  tagOf: t(
    (name: string) => `${states.pendingReview}：查看${name}的申请`,
    name => `${states.pendingReview}: show the request for ${name}`,
  ),
  told: t(
    (applicant: string, operation: Operation, time: string) => `${applicant}于 ${time} 提交${operations[operation]}`,
    (applicant, operation, time) => `${applicant} submitted ${operations[operation]} at ${time}`,
  ),
  open: t('查看申请', 'Show request'),
  banner: t('有待审核的变更', 'A change is awaiting review'),
  fields: t(
    (labels: readonly string[]) => `，涉及：${labels.join('、')}。`,
    labels => `, about ${labels.join(', ')}. `,
  ),
  ended: t('。', '. '),
  again: t(
    (kind: Kind) => `该${objects[kind]}有待审核的申请，不能再次提交`,
    kind => `A request for this ${objects[kind]} is awaiting review, you cannot submit another`,
  ),
  direct: t(
    (kind: Kind) => `该${objects[kind]}有待审核的申请`,
    kind => `A request for this ${objects[kind]} is awaiting review`,
  ),
  directHint: t(
    '您的修改立即生效；与申请改动相同的项目时，该申请不能再执行。',
    'Your change is in effect at once; where it touches the same fields, the request can no longer be carried out.',
  ),
  plan: t('提交后须经审核', 'Will be reviewed'),
  planHint: t('通过后才生效。', 'It is in effect once approved.'),
  stepsLabel: fields.reviewSteps,
  step: t(
    (mode: string, names: readonly string[], count: number) => {
      if (count === 0) return '按提交时的机构确定审核人'
      const people = count > names.length ? `${names.join('、')}等 ${count} 人` : names.join('、')
      return count > 1 ? `${people}（${mode}）` : people
    },
    (mode, names, count) => {
      if (count === 0) return 'Reviewers follow from the organisation at submission'
      const people = count > names.length ? `${names.join(', ')} and others, ${count} in all` : names.join(', ')
      return count > 1 ? `${people} (${mode})` : people
    },
  ),
  picked: t('由您选择', 'Chosen by you'),
  perhaps: t('视修改内容', 'Depends on the change'),
  pick: t(
    (node: string) => `${node}的审核人`,
    node => `Reviewers of ${node}`,
  ),
  pickMissing: t(
    (node: string) => `请选择${node}的审核人`,
    node => `Choose the reviewers of ${node}`,
  ),
  pickNobody: t('没有可选择的人，按流程的设置处理', 'There is nobody to choose, the workflow says what happens'),
  oneByOne: t('已开启审核，请逐条提交', 'Reviews are in use, submit one at a time'),
  held: t(
    (label: string) => `该${label}已在待审核的申请中`,
    label => `This ${label} is already in a request awaiting review`,
  ),
} as const
