import type { Context } from '../../../platform/http/context.ts'
import { takeAway } from '../../sign-in/index.ts'
import { removeBinding, type Foreign } from './binding.sql.ts'

/** Gives an identity up, whether its way in is open or not. */
export const unbinding =
  (kind: Foreign['kind']) =>
  async ({ db, kernel, who, auditTarget }: Context) => {
    auditTarget(who.userId)
    await takeAway(kernel, db, who.userId, () => removeBinding(db, who.userId, kind))
  }
