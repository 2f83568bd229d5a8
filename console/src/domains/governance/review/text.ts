import { reviewText } from '@hufu/contract/governance/review'
import { acts, fields, named, outcomes, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'
/** Sentences of the review pages. */
export const text = {
  title: { user: things.userReviewList, org: things.orgReview },
  description: {
    user: t(
      '用户的新增、修改和删除在通过后才生效；驳回须写明意见。',
      'Adding, changing and deleting users takes effect once it is approved; a rejection needs an opinion.',
    ),
    org: t(
      '机构的新增、修改和删除在通过后才生效；驳回须写明意见。',
      'Adding, changing and deleting organisations takes effect once it is approved; a rejection needs an opinion.',
    ),
  },
  tabs: {
    mine: t('待我审核', 'For me'),
    '0': states.pendingReview,
    '1': t('已通过', 'Approved'),
    '2': t('已驳回', 'Rejected'),
    '3': states.withdrawn,
    all: states.all,
  },
  counted: t(
    (name: string, count: number) => (count > 0 ? `${name}（${count.toLocaleString('zh-CN')}）` : name),
    (name, count) => (count > 0 ? `${name} (${count.toLocaleString('en-GB')})` : name),
  ),
  any: states.all,
  filters: {
    name: { user: fields.realName, org: fields.orgName },
    operateType: fields.operation,
    applyUser: fields.applicant,
    time: fields.applyTime,
    orgId: fields.owningOrg,
    overdue: t('时限', 'Deadline'),
    isOverdue: states.overdue,
  },
  list: { user: t(things.userReviewList, 'User reviews'), org: t('机构审核列表', 'Organisation reviews') },
  none: t('没有待您审核的申请', 'Nothing awaits your review'),
  noneHint: t('有新的申请时，右上角会显示数量。', 'New requests are counted at the top right.'),
  columns: {
    name: fields.name,
    changes: t('修改内容', 'Changes'),
    org: fields.owningOrg,
    applyUser: fields.applicant,
    applyTime: fields.applyTime,
    currentNode: t('当前步骤', 'Current step'),
    status: fields.status,
    opinion: t('审核意见', 'Opinion'),
  },
  change: t(
    (label: string, before: string, after: string) => `${label}：${before} → ${after}`,
    (label, before, after) => `${label}: ${before} → ${after}`,
  ),
  given: t(
    (label: string, after: string) => `${label}：${after}`,
    (label, after) => `${label}: ${after}`,
  ),
  names: t(
    (names: readonly string[]) => names.join('、'),
    names => names.join(', '),
  ),
  moreChanges: t(
    (count: number) => `另有 ${count} 项`,
    count => `${count} more`,
  ),
  waiting: t(
    (names: readonly string[], count: number) => (count > names.length ? `${names.join('、')}等 ${count} 人` : names.join('、')),
    (names, count) => (count > names.length ? `${names.join(', ')} and ${plural(count - names.length, 'other')}` : names.join(', ')),
  ),
  overdue: states.overdue,
  deadline: t(
    (time: string) => `时限 ${time}`,
    time => `Due ${time}`,
  ),
  problem: t(
    (sentence: string) => `未能执行：${sentence}`,
    sentence => `Could not be carried out: ${sentence}`,
  ),
  open: t(
    (name: string) => `查看 ${name}`,
    name => `View ${name}`,
  ),
  view: t('查看', 'View'),
  act: acts.review,
  pass: acts.pass,
  reject: acts.reject,
  opinion: t('审核意见', 'Opinion'),
  opinionMissing: t('请输入审核意见', 'Enter your opinion'),
  phrases: [
    t('同意', 'Agreed'),
    t('信息不完整，请补充', 'Incomplete, please add what is missing'),
    t('与实际不符', 'Does not match the facts'),
  ],
  passMany: t(
    (count: number) => `通过 ${count} 条申请`,
    count => `Approve ${plural(count, 'request')}`,
  ),
  rejectMany: t(
    (count: number) => `驳回 ${count} 条申请`,
    count => `Reject ${plural(count, 'request')}`,
  ),
  passed: t(
    (count: number) => `已通过 ${count} 条`,
    count => `${count} approved`,
  ),
  rejected: t(
    (count: number) => `已驳回 ${count} 条`,
    count => `${count} rejected`,
  ),
  some: t(
    (done: number, left: number) => `已处理 ${done} 条，${left} 条未能处理，原因见列表`,
    (done, left) => `${done} done, ${left} could not be; the list says why`,
  ),
  allDone: t('没有更多待您审核的申请', 'Nothing more awaits your review'),
  notMine: t('不在等您审核，不能选择', 'It does not await your review and cannot be selected'),
  keys: {
    title: t('键盘操作', 'Keyboard'),
    of: [
      [t('↑ ↓ 或 K J', '↑ ↓ or K J'), t('上一条、下一条', 'Previous, next')],
      ['Enter', t('打开', 'Open')],
      ['X', t('选择，Shift+X 选择到此处', 'Select; Shift+X selects up to here')],
      ['Ctrl A', t('选择本页全部', 'Select the whole page')],
      ['A', t('通过所选或打开的申请', 'Approve what is selected or open')],
      [
        'R',
        t('驳回所选或打开的申请，填写意见后按 Ctrl Enter', 'Reject what is selected or open; enter the opinion, then press Ctrl Enter'),
      ],
      ['← →', t('打开时换到上一条、下一条', 'Previous or next while one is open')],
      ['Esc', t(states.off, 'Close')],
      ['?', t('显示本说明', 'Show these keys')],
    ],
  },
  drawer: {
    title: t(
      (operate: string, name: string) => `${operate} ${name}`,
      (operate, name) => `${operate}: ${name}`,
    ),
    facts: {
      applyUser: fields.applicant,
      applyTime: fields.applyTime,
      org: fields.owningOrg,
      status: fields.status,
      endTime: fields.endTime,
      workflow: t('流程', 'Workflow'),
    },
    workflow: (name: string, version: number | null) => (version === null ? name : `${name} v${version}`),
    changes: t('修改内容', 'Changes'),
    field: t('项目', 'Field'),
    before: t('修改前', 'Before'),
    after: t('修改后', 'After'),
    now: t(
      (value: string) => `现在：${value}`,
      value => `Now: ${value}`,
    ),
    conflict: t('已被他人修改', 'changed by somebody else'),
    conflictHint: t(
      '红色项目在提交后已被改为其他值，此申请不能执行，请驳回后由申请人重新提交。',
      'The fields in red have been changed since this was submitted, so it cannot be carried out. Reject it and have the applicant submit it again.',
    ),
    showAll: t('显示全部字段', 'Show all fields'),
    showChanges: t('只显示修改', 'Show changes only'),
    removal: {
      user: t('通过后删除此用户。', 'If approved, this user is deleted.'),
      org: t('通过后删除此机构。', 'If approved, this organisation is deleted.'),
    },
    steps: t('审核过程', 'Course of the review'),
    plan: { current: t('审核中', 'In review'), coming: t('未开始', 'Not begun'), done: t('已结束', 'Ended') },
    asked: t(
      (names: readonly string[]) => `等待 ${names.join('、')}`,
      names => `Waiting for ${names.join(', ')}`,
    ),
    rejectKeys: t('Ctrl Enter 驳回', 'Ctrl Enter rejects'),
    previous: t(acts.previousOne, 'Previous'),
    next: t(acts.nextOne, 'Next'),
  },
  set: {
    title: t(things.userReview, 'Review settings'),
    description: t(
      '开启后，新增、修改和删除先提交审核，通过后才生效。停用、调整主职和重置密码可分别选择。超级管理员不需审核。',
      'When this is on, adding, changing and deleting are submitted for review first and take effect once approved. Disabling, moving and resetting passwords are chosen one by one. Super administrators need no review.',
    ),
    cards: { user: things.userReview, org: things.orgReview },
    open: { user: t('开启用户审核', 'Review changes to users'), org: t('开启机构审核', 'Review changes to organisations') },
    acts: t('同时审核', 'Review as well'),
    act: reviewText.userAct,
    examiners: { user: t('用户审核人', 'Reviewers of users'), org: t('机构审核人', 'Reviewers of organisations') },
    choose: { user: t('选择用户审核人', 'Choose reviewers of users'), org: t('选择机构审核人', 'Choose reviewers of organisations') },
    workflow: t('当前流程', 'Current workflow'),
    workflowOf: (name: string, version: number) => `${name} v${version}`,
    noWorkflow: t('未部署流程，由审核人审核', 'No workflow is deployed; the reviewers decide'),
    pending: states.pendingReview,
    pendingCount: t(named.rows, count => `${count.toLocaleString('en-GB')} ${count === 1 ? 'request' : 'requests'}`),
    notReviewed: t('不需审核', 'Not reviewed'),
    problem: t(
      (name: string, problem: string) => `${name}：${problem}`,
      (name, problem) => `${name}: ${problem}`,
    ),
    save: t('保存', 'Save'),
    saved: outcomes.savedAtOnce,
  },
  own: {
    opener: t('审核与申请', 'Reviews and requests'),
    openerCount: t(
      (count: number) => `审核与申请，${count} 条待处理`,
      count => `Reviews and requests, ${count} to do`,
    ),
    reviewUser: t(
      (count: number) => `待我审核：用户 ${count}`,
      count => `Users to review: ${count}`,
    ),
    reviewOrg: t(
      (count: number) => `待我审核：机构 ${count}`,
      count => `Organisations to review: ${count}`,
    ),
    mine: t('我的申请', 'My requests'),
    deputies: things.myDeputy,
    list: t('我的申请列表', 'My requests'),
    none: t('还没有申请', 'No requests yet'),
    noneHint: t('开启审核后，您提交的新增、修改和删除会列在这里。', 'Once reviews are on, what you submit is listed here.'),
    withdraw: acts.withdraw,
    withdrawOf: t(
      (name: string) => `撤回 ${name}`,
      name => `Withdraw ${name}`,
    ),
    withdrawTitle: t(
      (name: string) => `撤回“${name}”的申请？`,
      name => `Withdraw the request for “${name}”?`,
    ),
    withdrawText: t('撤回后不再审核，可修改后再次提交。', 'It will no longer be reviewed. You can change it and submit it again.'),
    withdrawn: states.withdrawn,
    again: t('再次提交', 'Submit again'),
    againOf: t(
      (name: string) => `再次提交 ${name}`,
      name => `Submit ${name} again`,
    ),
    againText: {
      user: t(
        '修改后重新审核。手机号、身份证号和密码不留存，需重新填写。',
        'It is reviewed anew. Phone number, ID card number and password are not kept; enter them again.',
      ),
      org: t('修改后重新审核。', 'It is reviewed anew.'),
    },
    unchanged: t('不填则不修改', 'Left empty, it is not changed'),
    pick: t(
      (node: string) => `${node}的审核人`,
      node => `Reviewers of ${node}`,
    ),
    againDone: t('已保存', outcomes.saved),
    passwords: {
      initial: states.initialPassword,
      random: states.randomPassword,
      title: states.randomPassword,
      about: t('只显示这一次，通过审核后可用此密码登录。', 'It is shown only now. Once approved, it can be used to sign in.'),
      kept: t('已保存', acts.savedIt),
    },
    opinion: t(
      (opinion: string) => `意见：${opinion}`,
      opinion => `Opinion: ${opinion}`,
    ),
  },
} as const
