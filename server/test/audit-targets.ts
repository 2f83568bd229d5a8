import type { Kind } from './two-branches.ts'

const parent = ['org'] as const
const attributes = ['rank', 'title', 'duty', 'post'] as const
const inRule = ['org', 'place', 'label', ...attributes] as const

/** Objects that a request names but that the call does not change: parents, values of a field, rules, filters, what is copied. */
export const additionalTargets: Readonly<Record<string, readonly Kind[]>> = {
  'org.save': parent,
  'org.move': parent,
  'org.sortDrag': parent,
  'org.saveMany': parent,
  'org.importCheck': parent,
  'org.importInsert': parent,
  'org.recover': parent,
  'stripe.addOrg': parent,
  'user.save': attributes,
  'user.update': attributes,
  'user.saveMany': ['label', ...attributes],
  'user.resetPassword': parent,
  'userLabel.save': inRule,
  'userLabel.update': inRule,
  'workGroup.save': inRule,
  'workGroup.update': inRule,
  'stripe.save': ['businessLine'],
  'app.save': ['app', 'appGroup'],
}
