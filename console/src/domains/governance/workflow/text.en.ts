import { plural, type Translated } from '@hufu/contract/language'
import { acts, faults, fields, named, outcomes } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

/** The reviewed objects, for the middle of a sentence. */
const kindOf = (kind: string) => `${kind.toLowerCase()}s`
const stepsKept = (running: number) => `${plural(running, 'request')} in review ${running === 1 ? 'keeps its' : 'keep their'} steps.`

export const text: Translated<typeof chinese> = {
  title: 'Workflows',
  description:
    'Changes to users and organisations are reviewed step by step by the workflow that is enabled; where none is, by the reviewers of the review settings.',
  add: 'Add workflow',
  list: 'Workflows',
  none: 'No workflows yet',
  noneHint: 'Add a workflow, design its steps, deploy it and enable it.',
  undeployed: 'Not deployed',
  changed: 'Draft not deployed',
  version: (version: number) => `v${version}`,
  running: (count: number) => count.toLocaleString('en-GB'),
  columns: {
    name: fields.name,
    code: fields.code,
    bizType: 'Object',
    version: fields.version,
    status: fields.status,
    running: 'Running',
    updateTime: fields.updateTime,
  },
  kinds: { user: 'Users', org: 'Org.' },
  tools: {
    design: 'Design',
    edit: acts.edit,
    enable: acts.enable,
    disable: acts.disable,
    versions: 'Versions',
    remove: acts.remove,
  },
  deployFirst: 'Design and deploy it first',
  disableFirst: 'It is enabled; disable it first',
  acts: {
    saved: outcomes.saved,
    done: outcomes.done,
    removed: outcomes.removed,
    enableTitle: named.enable,
    enableText: (kind: string, other: string | undefined) =>
      `Changes to ${kindOf(kind)} submitted from now on are reviewed by this workflow.${
        other === undefined
          ? ''
          : ` Only one workflow can be enabled for them: “${other}”, which is in use, is disabled at the same time. Requests in review stay with the workflow they began with.`
      }`,
    disableTitle: named.disable,
    disableText: (kind: string) =>
      `Changes to ${kindOf(kind)} submitted from now on are reviewed by the reviewers of the review settings. Requests in review stay with the workflow they began with.`,
    removeTitle: named.remove,
    removeMany: (count: number) => `Delete ${plural(count, 'workflow')}`,
    removeText: (running: number) =>
      `The draft and every version are deleted. This cannot be undone.${running > 0 ? ` ${stepsKept(running)}` : ''}`,
  },
  dialog: {
    add: 'Add workflow',
    edit: 'Edit workflow',
    name: 'Workflow name',
    code: 'Workflow code',
    codeHint: 'Letters, digits, underscores, full stops or hyphens.',
    codeProblem: 'The code consists of letters, digits, underscores, full stops or hyphens',
    codeTaken: faults.codeTaken,
    bizType: fields.reviewObject,
    bizTypeFixed: 'What a deployed workflow reviews cannot be changed.',
    remark: fields.remark,
    next: 'Save and design',
  },
  versions: {
    title: (name: string) => `Versions of “${name}”`,
    list: 'Versions',
    none: 'Nothing has been deployed yet',
    noneHint: 'Every time you deploy from the design screen, a version is kept here.',
    deployed: (time: string, user: string | null) => (user === null ? `Deployed ${time}` : `Deployed ${time} by ${user}`),
    current: 'Current version',
    changes: 'Compared with the version before',
    first: 'The first version',
    same: 'The steps have not changed',
    steps: fields.reviewSteps,
    people: (count: number) => `(${count})`,
    added: (name: string) => `Step “${name}” added`,
    removed: (name: string) => `Step “${name}” deleted`,
    moved: (name: string, at: number) => `“${name}” moved to step ${at}`,
    changed: (name: string, fields: string) => `“${name}” changed: ${fields}`,
    fields: {
      name: 'name',
      approverType: 'kind of reviewers',
      approverIds: 'reviewers',
      level: 'levels up',
      mode: 'how they decide',
      ratio: 'approvals needed',
      ifNobody: 'when nobody can review',
      sameAsBefore: 'reviewers of earlier steps',
      deadlineHours: 'deadline',
      onDeadline: 'after the deadline',
      when: 'condition',
    },
    and: ', ',
  },
}
