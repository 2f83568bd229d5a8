import type { OrgDraft, OrgEdit } from '@hufu/contract/directory/org'
import type { UserDraft, UserEdit } from '@hufu/contract/directory/user'

/** The password of a new account, as it is stored. */
export interface Secret {
  passwordHash: string | null
  passwordType: number
  /** `own` marks an account that needs no initial password, so no change is forced at first sign-in. */
  passwordFrom?: 'own'
}

/** Changes of one user by their own calls, each with a switch of its own in the review settings. */
export type UserActChange =
  | { act: 'disable'; id: string }
  /** Without `from` the main job leaves its organisation; without `to` it is removed and another job becomes the main one. */
  | { act: 'move'; id: string; from: string | null; to: string | null }
  /** `sms`: the password, only where it goes to the user by SMS when the change is made. */
  | { act: 'reset'; id: string; passwordType: number; hash: string; sms: { userName: string; password: string } | null }

/** The changes a review can hold back (D-53): one change of one user or organisation. */
export type Change =
  | { objectType: 'user'; operateType: 'insert'; draft: UserDraft; secret: Secret }
  | { objectType: 'user'; operateType: 'update'; act?: undefined; edit: UserEdit }
  | ({ objectType: 'user'; operateType: 'update' } & UserActChange)
  | { objectType: 'user'; operateType: 'delete'; id: string }
  | { objectType: 'org'; operateType: 'insert'; draft: OrgDraft }
  | { objectType: 'org'; operateType: 'update'; edit: OrgEdit }
  | { objectType: 'org'; operateType: 'delete'; id: string }
