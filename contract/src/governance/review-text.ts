import { orgFields } from '../fields/org-fields.ts'
import { userFields } from '../fields/user-fields.ts'
import { keysWith, labelsOf } from '../fields/field.ts'
import { acts, fields, states, things } from '../text.ts'
import { t } from '../language.ts'
/** Words of reviews and workflows on the screen and in refusals. */
export const reviewText = {
  objectType: { user: things.user, org: things.org },
  operateType: { insert: acts.add, update: acts.modify, delete: acts.remove },
  userAct: { disable: acts.disable, move: acts.moveMainJob, reset: acts.resetPassword },
  status: [states.pendingReview, t('已通过', 'Approved'), t('已驳回', 'Rejected'), states.withdrawn],
  /** Words of the log of a review. */
  act: {
    submit: t('提交', 'Submitted'),
    pass: t(acts.pass, 'Approved'),
    reject: t(acts.reject, 'Rejected'),
    withdraw: t(acts.withdraw, 'Withdrew'),
    apply: t('执行', 'Carried out'),
    fault: t('未能执行', 'Could not be carried out'),
    fallback: t('转交', 'Handed on'),
    skip: t('跳过', 'Skipped'),
    void: t('失效', 'Void'),
    escalate: t('超时转交', 'Overdue, handed on'),
    remind: t('超时提醒', 'Overdue, reminded'),
    reassign: t('转办', 'Reassigned'),
    add: t(acts.addSign, 'Added a reviewer'),
  },
  /** A reminder sent by the applicant. */
  urged: acts.remind,
  mode: { or: t('或签', 'Any one'), all: t('会签', 'All'), sequence: t('依次审核', 'One after another'), ratio: t('票签', 'By vote') },
  approverType: {
    user: t('指定用户', 'Chosen users'),
    role: things.systemRole,
    post: fields.post,
    orgAdmin: t('机构分级管理员', 'Delegated administrators of the organisation'),
    group: things.workGroup,
    pick: t('申请人选择', 'Chosen by the applicant'),
  },
  ifNobody: {
    fallback: t('转交备用审核人', 'Hand on to the fallback reviewer'),
    reject: t('自动驳回', 'Reject'),
    skip: t('跳过本步', 'Skip this step'),
  },
  onDeadline: {
    remind: t('再次提醒', 'Remind again'),
    escalate: t('转交备用审核人', 'Hand on to the fallback reviewer'),
    reject: t('自动驳回', 'Reject'),
  },
  /** The only step without a deployed and enabled workflow. */
  plainStep: acts.review,
  fallbackStep: t('无可用审核人，转交备用审核人', 'No reviewer available, handed on to the fallback reviewer'),
  skippedStep: t('本步无审核人，按设置跳过', 'No reviewer for this step, skipped as set'),
  noExaminerReject: t('本步无审核人，按设置驳回', 'No reviewer for this step, rejected as set'),
  deadlineReject: t('超时自动驳回', 'Overdue, rejected automatically'),
  /** The new examiner of a hand-over, or the added one. */
  to: t(
    (name: string, opinion: string) => `${name}：${opinion}`,
    (name, opinion) => `${name}: ${opinion}`,
  ),
  deputy: t(
    (name: string) => `代 ${name} 审核`,
    name => `Reviewed for ${name}`,
  ),
  empty: t('空', 'Empty'),
  /** Fields in reviews. */
  field: {
    org: labelsOf(orgFields, keysWith(orgFields, 'review')),
    user: {
      ...labelsOf(userFields, keysWith(userFields, 'review')),
      passwordType: fields.initialPassword,
      password: fields.password,
      labels: fields.label,
      jobs: fields.job,
    },
  },
} as const

/** The label of a field in reviews, or its name, if an older version has reviewed it. */
export const reviewedFieldLabel = (objectType: keyof typeof reviewText.field, field: string): string => {
  const labels: Readonly<Record<string, string>> = reviewText.field[objectType]
  return labels[field] ?? field
}

export const designText = {
  startNode: t('发起', 'Request'),
  endNode: t('结束', 'End'),
  start: t('须有且只有一个开始节点', 'There must be exactly one start node'),
  end: t('须有且只有一个结束节点', 'There must be exactly one end node'),
  approve: t('至少需要一个审核节点', 'At least one review node is needed'),
  tooMany: t(
    (max: number) => `审核节点不能超过${max}个`,
    max => `At most ${max} review nodes`,
  ),
  ids: t('节点编号重复', 'Two nodes have the same ID'),
  edge: t('连线指向不存在的节点', 'A line leads to a node that does not exist'),
  line: t(
    (name: string) => `节点“${name}”须在一条没有分支的线上`,
    name => `The node “${name}” must stand on one line without branches`,
  ),
  unreachable: t(
    (name: string) => `从开始节点到不了“${name}”`,
    name => `“${name}” cannot be reached from the start node`,
  ),
  name: t('审核节点的名称应为1至30个字符', 'The name of a review node must have 1 to 30 characters'),
  approverType: t(
    (name: string) => `请为“${name}”选择审核人类型`,
    name => `Choose a kind of reviewer for “${name}”`,
  ),
  approver: t(
    (name: string) => `请为“${name}”选择审核人`,
    name => `Choose the reviewers of “${name}”`,
  ),
  ratio: t(
    (name: string) => `请填写“${name}”需要通过的人数`,
    name => `Enter how many must approve “${name}”`,
  ),
  copies: t('抄送只能设在结束节点', 'Copies can be set on the end node only'),
  unknownCopy: t('抄送的用户已不存在或不可用', 'A user who gets a copy no longer exists or is not available'),
  unknown: t(
    (name: string) => `“${name}”的审核人已不存在或不可用`,
    name => `A reviewer of “${name}” no longer exists or is not available`,
  ),
} as const
