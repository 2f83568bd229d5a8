import { acts, fields, outcomes } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'
import { kindOf } from './text.ts'

export const text = {
  title: t('流程设计', 'Workflow design'),
  titleOf: t(
    (name: string) => `“${name}”的流程设计`,
    name => `Design of “${name}”`,
  ),
  description: t(
    (kind: string) => `${kind}的变更申请从发起到结束依次经过每一步；全部通过后变更立即执行。`,
    kind =>
      `A request to change ${kindOf(kind)} passes through each step from start to end; once all have approved, the change is made at once.`,
  ),
  missing: t('没有选择流程', 'No workflow is chosen'),
  missingHint: t('请从流程列表进入。', 'Open one from the list of workflows.'),
  back: t('返回流程列表', 'Back to workflows'),
  undo: acts.undo,
  redo: t('重做', 'Redo'),
  save: t('保存草稿', 'Save draft'),
  deploy: t('部署', 'Deploy'),
  enable: acts.enable,
  versions: t(fields.version, 'Versions'),
  simulate: t('试运行', 'Dry run'),
  saveFirst: t('请先添加并保存审核步骤', 'Add and save review steps first'),
  unchanged: t('草稿与当前版本相同', 'The draft is the same as the current version'),
  state: {
    undeployed: t('未部署', 'Not deployed'),
    deployed: t(
      (version: number) => `当前版本 v${version}`,
      version => `Current version v${version}`,
    ),
    enabled: t('已启用', 'Enabled'),
    disabled: t('未启用', 'Not enabled'),
    dirty: t('有未保存的修改', 'Unsaved changes'),
    changed: t('草稿未部署', 'Draft not deployed'),
  },
  acts: {
    saved: t('草稿已保存', 'Draft saved'),
    deployed: t(
      (version: number) => `已部署为 v${version}`,
      version => `Deployed as v${version}`,
    ),
    deployTitle: t(
      (name: string) => `部署“${name}”`,
      name => `Deploy “${name}”`,
    ),
    deployText: t(
      (isEnabled: boolean, running: number) =>
        `${isEnabled ? '部署后，新提交的申请立即按新版本审核。' : '部署后还需要启用，新提交的申请才按该流程审核。'}${running > 0 ? `${running} 条进行中的申请仍按原版本审核。` : ''}`,
      (isEnabled, running) =>
        `${
          isEnabled
            ? 'New requests are reviewed by the new version at once.'
            : 'It must still be enabled before new requests are reviewed by this workflow.'
        }${running > 0 ? ` ${plural(running, 'request')} in review ${running === 1 ? 'stays' : 'stay'} with the version before.` : ''}`,
    ),
    incomplete: t(
      (count: number) => `还有 ${count} 个问题，请先修改`,
      count => `${plural(count, 'problem')} left, solve ${count === 1 ? 'it' : 'them'} first`,
    ),
  },
  list: {
    label: fields.reviewSteps,
    step: t(
      (n: number) => `第 ${n} 步`,
      n => `Step ${n}`,
    ),
    unnamed: t('未命名', 'Unnamed'),
    newName: t(
      (n: number) => `审核 ${n}`,
      n => `Review ${n}`,
    ),
    start: t('提交变更申请', 'A change is submitted'),
    end: t('变更立即执行', 'The change is made at once'),
    addAfter: t(
      (name: string) => `在“${name}”之后添加步骤`,
      name => `Add a step after “${name}”`,
    ),
    add: t('添加步骤', 'Add step'),
    full: t(
      (max: number) => `审核步骤不能超过 ${max} 个`,
      max => `There can be no more than ${max} review steps`,
    ),
    conditional: t('有条件', 'Conditional'),
    faulty: t('待完善', 'Incomplete'),
    nobody: t('还没有选择审核人', 'No reviewers chosen yet'),
    level: t(
      (level: number) => (level === 0 ? '对象所在机构' : `对象所在机构及上级 ${level} 层`),
      level => (level === 0 ? 'organisation of the object' : `organisation of the object and up to ${plural(level, 'level')} above`),
    ),
    more: t(
      (names: string, count: number) => `${names} 等 ${count} 项`,
      (names, count) => `${names} and others, ${count} in all`,
    ),
    passing: t(
      (mode: string, ratio: number) => `${mode}${ratio} 人通过`,
      (mode, ratio) => `${mode}, ${plural(ratio, 'approval')} needed`,
    ),
    colon: t('：', ': '),
    comma: t('、', ', '),
    dot: ' · ',
    gone: t('已停用或不存在', 'disabled or gone'),
  },
  announcements: {
    added: t(
      (name: string, at: number, of: number) => `已添加“${name}”，第 ${at} 步，共 ${of} 步`,
      (name, at, of) => `“${name}” added as step ${at} of ${of}`,
    ),
    removed: t(
      (name: string, of: number) => `已删除“${name}”，共 ${of} 步`,
      (name, of) => `“${name}” deleted, ${plural(of, 'step')} left`,
    ),
    moved: t(
      (name: string, at: number, of: number) => `“${name}”已移到第 ${at} 步，共 ${of} 步`,
      (name, at, of) => `“${name}” moved to step ${at} of ${of}`,
    ),
    undone: outcomes.undone,
    redone: t('已重做', 'Redone'),
  },
  keys: {
    title: t('快捷键', 'Keyboard'),
    of: [
      ['↑ ↓', t('上一步、下一步', 'Previous, next step')],
      ['Enter', t('编辑所选步骤', 'Edit the step')],
      ['Esc', t('从编辑回到步骤', 'Back from editing to the steps')],
      [t('Insert 或 +', 'Insert or +'), t('在其后添加步骤', 'Add a step after it')],
      ['Delete', t('删除所选步骤', 'Delete the step')],
      ['Alt + ↑ ↓', t('上移、下移', 'Move up, move down')],
      ['Ctrl + S', t('保存草稿', 'Save draft')],
      ['Ctrl + Z / Y', t('撤销、重做', 'Undo, redo')],
    ],
  },
  problems: {
    title: t(
      (count: number) => (count === 0 ? '没有问题，可以保存和部署' : `${count} 个问题`),
      count => (count === 0 ? 'No problems; it can be saved and deployed' : plural(count, 'problem')),
    ),
    rule: t(
      (name: string) => `请完善“${name}”的用户条件`,
      name => `Complete the user condition of “${name}”`,
    ),
  },
  panel: {
    label: t('步骤属性', 'The step'),
    start: t('发起', 'Request'),
    startText: t(
      (kind: string) => `有权新增、修改或删除${kind}的管理员提交变更后，申请从这里开始。超级管理员的变更不经过审核。`,
      kind =>
        `A request begins here when an administrator who may add, change or delete ${kindOf(kind)} submits a change. Changes by super administrators are not reviewed.`,
    ),
    end: t('结束', 'End'),
    endText: t(
      '最后一步通过后，变更立即按申请人的权限执行；不能执行的，申请保持待审核并说明原因。',
      'Once the last step has approved, the change is made at once with what the applicant is permitted to do. If it cannot be made, the request stays in review and says why.',
    ),
    copies: t('抄送', 'Copies'),
    copiesHint: t(
      '可查看每条申请，通过后收到邮件；不参与审核。',
      'They can read every request and get an e-mail once it is approved; they do not review.',
    ),
    chooseCopies: t('选择抄送的用户', 'Choose who gets a copy'),
    up: t('上移', 'Move up'),
    down: t('下移', 'Move down'),
    remove: t('删除步骤', 'Delete step'),
    name: t('步骤名称', 'Step name'),
    approverType: t('审核人类型', 'Kind of reviewers'),
    approvers: fields.examiners,
    choosePeople: {
      user: t('选择审核人', 'Choose reviewers'),
      pick: t('选择可供申请人挑选的用户', 'Choose whom the applicant can pick from'),
    },
    approverHints: {
      user: t(
        '所选用户须能打开审核页面；申请人与被变更的用户本人不参与审核。',
        'They must be able to open the review screen. The applicant and the user to be changed do not review.',
      ),
      role: t(
        '持有所选角色、管理范围包含对象所在机构的用户审核。',
        'Users who hold the role and manage the organisation of the object review.',
      ),
      post: t('在对象所在机构担任所选岗位的用户审核。', 'Users who hold the post in the organisation of the object review.'),
      orgAdmin: t(
        '从对象所在机构起逐级向上，由最近一级的分级管理员审核。0 为仅对象所在机构，最多 20 层。',
        'Level by level upwards from the organisation of the object, the nearest delegated administrators review. 0 means the organisation of the object alone; at most 20 levels.',
      ),
      group: t('所选工作组的成员审核。', 'Members of the work group review.'),
      pick: t(
        '申请人提交时从所选用户中选择本步的审核人。',
        'When submitting, the applicant picks the reviewers of this step from these users.',
      ),
    },
    level: t('向上层数', 'Levels up'),
    mode: t('审核方式', 'How they decide'),
    modeHints: {
      or: t('任一审核人的决定即为本步结果。', 'Whatever any one of them decides is the result of the step.'),
      all: t('全部审核人通过才通过，一人驳回即驳回。', 'All must approve; one rejection rejects.'),
      sequence: t('审核人按顺序逐个审核，一人驳回即驳回。', 'They review one after another; one rejection rejects.'),
      ratio: t(
        '达到通过人数即通过，已不可能达到时驳回。',
        'It is approved once enough have approved, and rejected once that is no longer possible.',
      ),
    },
    ratio: t('通过人数', 'Approvals needed'),
    ifNobody: t('没有人可以审核时', 'When nobody can review'),
    ifNobodyHint: t(
      '备用审核人为审核设置中的审核人，其次为超级管理员。',
      'Fallback reviewers are those of the review settings, then the super administrators.',
    ),
    sameAsBefore: t('已在前面步骤通过的审核人', 'Reviewers who approved an earlier step'),
    same: { ask: t('仍需审核', 'Review again'), skip: t('不再重复审核', 'Need not review again') },
    deadline: t('时限（小时）', 'Deadline (hours)'),
    deadlineHint: t('留空为不限，最多 2160 小时。', 'Empty for none, at most 2160 hours.'),
    onDeadline: t('超过时限后', 'After the deadline'),
    when: t('仅在满足条件时审核', 'Review only under a condition'),
    whenHint: t('条件在提交时判断一次；不满足的，跳过本步。', 'Decided once, on submission; where it is not met, the step is left out.'),
    operateTypes: fields.operation,
    orgs: t('机构（含下级）', 'Organisations (with those below)'),
    fields: t('修改了其中任一字段', 'Any of these fields is changed'),
    fieldsHint: t('不选为任意字段。', 'Empty for any field.'),
    rule: t('用户符合规则', 'The user meets a rule'),
  },
  simulation: {
    title: t('试运行', 'Dry run'),
    about: t(
      '按已保存的草稿计算今天会由谁审核，不提交任何申请。',
      'Works out from the saved draft who would review today; nothing is submitted.',
    ),
    dirty: t('有未保存的修改；结果按已保存的草稿计算。', 'There are unsaved changes; the result is that of the saved draft.'),
    applicant: fields.applicant,
    chooseApplicant: t('选择申请人', 'Choose an applicant'),
    object: fields.reviewObject,
    chooseObject: { user: t('选择用户', 'Choose a user'), org: acts.chooseOrg },
    objectHint: t('不选时按申请人所在机构计算。', 'Without one, the organisation of the applicant is used.'),
    operateType: fields.operation,
    run: t('计算', 'Run'),
    result: t('每一步由谁审核', 'Who reviews each step'),
    asked: t(
      (names: string, count: number, shown: number) => (count > shown ? `${names} 等 ${count} 人` : `${names}，共 ${count} 人`),
      (names, count, shown) => (count > shown ? `${names} and others, ${count} in all` : `${names} (${count})`),
    ),
    picked: t('由申请人从以下用户中选择：', 'The applicant picks from: '),
    leftOut: t('条件不满足，不经过本步', 'The condition is not met; this step is left out'),
    fallback: t('没有人可以审核，转交备用审核人：', 'Nobody can review; handed to the fallback reviewers: '),
    noFallback: t('没有人可以审核，也没有备用审核人', 'Nobody can review, and there are no fallback reviewers'),
    reject: t('没有人可以审核，自动驳回', 'Nobody can review; rejected by itself'),
    skip: t('没有人可以审核，跳过本步', 'Nobody can review; this step is skipped'),
    comma: t('、', ', '),
  },
} as const
