import type { LabelRule } from '@hufu/contract/directory/label-rule'
import { withTimeLimit } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import type { Context } from '../../../platform/http/context.ts'
import { markRulePending, type RuleOwner } from './rule-members.sql.ts'
import { type RulePreview, previewRule, refuseUnknown } from './preview.sql.ts'
import { RULE } from './rule.tasks.ts'

const PREVIEW_MS = 5000

/** A rule applies to all users, so only callers with an unlimited scope may write one. */
const refuseLimitedScope = (scope: Scope): void => (scope.all ? undefined : refuse('ruleBeyondScope'))

export async function checkRule({ db, scope }: Pick<Context, 'db' | 'scope'>, rule: LabelRule): Promise<void> {
  refuseLimitedScope(scope)
  await refuseUnknown(db, scope, rule)
}

/** The users a rule would find; nothing is stored. */
export function findByRule(kernel: Kernel, scope: Scope, rule: LabelRule): Promise<RulePreview> {
  refuseLimitedScope(scope)
  return withTimeLimit(kernel.db, PREVIEW_MS, 'ruleTooSlow', db => previewRule(db, rule))
}

/** After a rule was written, checks all users in a background task. */
export async function scheduleRuleCheck(
  { db, who, kernel, afterCommit }: Pick<Context, 'db' | 'who' | 'kernel' | 'afterCommit'>,
  owner: RuleOwner,
): Promise<void> {
  await markRulePending(db, owner, await kernel.tasks.start(db, who, RULE, owner))
  afterCommit(() => kernel.tasks.wake())
}

/** Compares regardless of key order, because jsonb does not keep it. */
export const isSameRule = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
