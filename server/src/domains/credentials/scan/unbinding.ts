import type { Context } from '../../../platform/http/context.ts'
import { removeSignInMethod } from '../../sign-in/index.ts'
import { removeBinding, type ExternalIdentity } from './binding.sql.ts'

/** Unbinds an identity, whether its sign-in method is enabled or not. */
export const unbinding =
  (kind: ExternalIdentity['kind']) =>
  async ({ db, kernel, who, auditTarget }: Context) => {
    auditTarget(who.userId)
    await removeSignInMethod(kernel, db, who.userId, () => removeBinding(db, who.userId, kind))
  }
