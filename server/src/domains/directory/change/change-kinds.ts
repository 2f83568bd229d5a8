import type { OrgDraft, OrgEdit } from '@hufu/contract/directory/org'
import type { UserDraft, UserEdit } from '@hufu/contract/directory/user'

/** The password of a new account, as it is stored. */
export interface Secret {
  passwordHash: string | null
  passwordType: number
  /** `own` marks an account that needs no initial password, so no change is forced at first sign-in. */
  passwordFrom?: 'own'
}

/** The changes a review can hold back (D-53): one change of one user or organisation. */
export type Change =
  | { objectType: 'user'; operateType: 'insert'; draft: UserDraft; secret: Secret }
  | { objectType: 'user'; operateType: 'update'; edit: UserEdit }
  | { objectType: 'user'; operateType: 'delete'; id: string }
  | { objectType: 'org'; operateType: 'insert'; draft: OrgDraft }
  | { objectType: 'org'; operateType: 'update'; edit: OrgEdit }
  | { objectType: 'org'; operateType: 'delete'; id: string }
