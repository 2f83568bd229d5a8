import { acts, fields, named, outcomes, problems, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

/** The reviewed objects, for the middle of an English sentence. */
export const kindOf = (kind: string) => `${kind.toLowerCase()}s`
const stepsKept = (running: number) => `${plural(running, 'request')} in review ${running === 1 ? 'keeps its' : 'keep their'} steps.`
export const text = {
  title: t(things.workflow, 'Workflows'),
  description: t(
    '用户与机构的变更按启用的流程逐步审核；没有启用流程的，由审核设置中的审核人审核。',
    'Changes to users and organisations are reviewed step by step by the workflow that is enabled; where none is, by the reviewers of the review settings.',
  ),
  add: t('新增流程', 'Add workflow'),
  list: t('流程列表', 'Workflows'),
  none: t('还没有流程', 'No workflows yet'),
  noneHint: t('新增流程后，设计审核步骤、部署并启用。', 'Add a workflow, design its steps, deploy it and enable it.'),
  undeployed: t('未部署', 'Not deployed'),
  changed: t('草稿未部署', 'Draft not deployed'),
  version: (version: number) => `v${version}`,
  running: t(named.rows, count => count.toLocaleString('en-GB')),
  columns: {
    name: fields.name,
    code: fields.code,
    bizType: t(fields.reviewObject, 'Object'),
    version: fields.version,
    status: fields.status,
    running: t('进行中', 'Running'),
    updateTime: fields.updateTime,
  },
  kinds: { user: t(things.user, 'Users'), org: t(things.org, 'Org.') },
  tools: {
    design: t('设计', 'Design'),
    edit: acts.edit,
    enable: acts.enable,
    disable: acts.disable,
    versions: t(fields.version, 'Versions'),
    remove: acts.remove,
  },
  deployFirst: t('请先设计并部署', 'Design and deploy it first'),
  disableFirst: t('流程已启用，请先停用', 'It is enabled; disable it first'),
  acts: {
    saved: outcomes.saved,
    done: outcomes.done,
    removed: outcomes.removed,
    enableTitle: t((name: string) => `启用“${name}”`, named.enable),
    enableText: t(
      (kind: string, other: string | undefined) =>
        `新提交的${kind}变更申请按该流程审核。${other === undefined ? '' : `同一审核对象只能启用一个流程：正在使用的${kind}流程“${other}”将同时停用。进行中的申请仍按原流程审核。`}`,
      (kind, other) =>
        `Changes to ${kindOf(kind)} submitted from now on are reviewed by this workflow.${
          other === undefined
            ? ''
            : ` Only one workflow can be enabled for them: “${other}”, which is in use, is disabled at the same time. Requests in review stay with the workflow they began with.`
        }`,
    ),
    disableTitle: t((name: string) => `停用“${name}”`, named.disable),
    disableText: t(
      (kind: string) => `停用后，新提交的${kind}变更申请由审核设置中的审核人审核；进行中的申请仍按原流程审核。`,
      kind =>
        `Changes to ${kindOf(kind)} submitted from now on are reviewed by the reviewers of the review settings. Requests in review stay with the workflow they began with.`,
    ),
    removeTitle: t((name: string) => `删除“${name}”`, named.remove),
    removeMany: t(
      (count: number) => `删除 ${count} 个流程`,
      count => `Delete ${plural(count, 'workflow')}`,
    ),
    removeText: t(
      (running: number) => `流程的草稿与全部版本一并删除，不能恢复。${running > 0 ? `${running} 条进行中的申请仍按原步骤审核。` : ''}`,
      running => `The draft and every version are deleted. This cannot be undone.${running > 0 ? ` ${stepsKept(running)}` : ''}`,
    ),
  },
  dialog: {
    add: t('新增流程', 'Add workflow'),
    edit: t('编辑流程', 'Edit workflow'),
    name: t('流程名称', 'Workflow name'),
    code: t('流程编码', 'Workflow code'),
    codeHint: t('字母、数字、下划线、点或横线。', 'Letters, digits, underscores, full stops or hyphens.'),
    codeProblem: t(
      '流程编码由字母、数字、下划线、点或横线组成',
      'The code consists of letters, digits, underscores, full stops or hyphens',
    ),
    codeTaken: problems.codeTaken,
    bizType: fields.reviewObject,
    bizTypeFixed: t('已部署过的流程不能改变审核对象。', 'What a deployed workflow reviews cannot be changed.'),
    remark: fields.remark,
    next: t('保存并设计', 'Save and design'),
  },
  versions: {
    title: t(
      (name: string) => `“${name}”的版本`,
      name => `Versions of “${name}”`,
    ),
    list: t('版本列表', 'Versions'),
    none: t('还没有部署过的版本', 'Nothing has been deployed yet'),
    noneHint: t('在设计页部署后，每次部署都在这里留下一个版本。', 'Every time you deploy from the design screen, a version is kept here.'),
    deployed: t(
      (time: string, user: string | null) => (user === null ? `${time} 部署` : `${user} 于 ${time} 部署`),
      (time, user) => (user === null ? `Deployed ${time}` : `Deployed ${time} by ${user}`),
    ),
    current: t('当前版本', 'Current version'),
    changes: t('与上一版本相比', 'Compared with the version before'),
    first: t('第一个版本', 'The first version'),
    same: t('步骤没有变化', 'The steps have not changed'),
    steps: fields.reviewSteps,
    people: t(named.items, count => `(${count})`),
    added: t(
      (name: string) => `新增步骤“${name}”`,
      name => `Step “${name}” added`,
    ),
    removed: t(
      (name: string) => `删除步骤“${name}”`,
      name => `Step “${name}” deleted`,
    ),
    moved: t(
      (name: string, at: number) => `“${name}”移到第 ${at} 步`,
      (name, at) => `“${name}” moved to step ${at}`,
    ),
    changed: t(
      (name: string, fields: string) => `“${name}”修改了${fields}`,
      (name, fields) => `“${name}” changed: ${fields}`,
    ),
    fields: {
      name: t(fields.name, 'name'),
      approverType: t('审核人类型', 'kind of reviewers'),
      approverIds: t(fields.examiners, 'reviewers'),
      level: t('上级层数', 'levels up'),
      mode: t('审核方式', 'how they decide'),
      ratio: t('通过人数', 'approvals needed'),
      ifNobody: t('无审核人时的处理', 'when nobody can review'),
      sameAsBefore: t('重复审核人的处理', 'reviewers of earlier steps'),
      deadlineHours: t('时限', 'deadline'),
      onDeadline: t('超时处理', 'after the deadline'),
      when: t('条件', 'condition'),
    },
    and: t('、', ', '),
  },
} as const
