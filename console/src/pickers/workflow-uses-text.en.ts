import type { text as chinese } from './workflow-uses-text.ts'

export const text: typeof chinese = {
  used: names =>
    `${names.length === 1 ? 'An enabled workflow asks' : `${names.length} enabled workflows ask`} its holders to approve: ${names.join(', ')}. After the deletion, steps without another approver go on as the workflow says; nothing is approved by itself.`,
}
