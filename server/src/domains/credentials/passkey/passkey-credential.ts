import type { Assertion } from '@hufu/contract/credentials/passkey'
import type { LoginType } from '@hufu/contract/sign-in/sign-in'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { type Credential, findById } from '../../sign-in/index.ts'
import { challengeIn, readAssertion, type RelyingParty } from './ceremony.ts'
import { takeChallenge, type ChallengeFor } from './challenge.ts'
import { countUse, findPasskey, type StoredPasskey } from './passkey.sql.ts'

interface PasskeyAttempt {
  assertion: Assertion
  site: RelyingParty
  /** The purpose the challenge must have; with a userId the passkey must be that user's. */
  wanted: ChallengeFor
  loginType?: LoginType
}

/** A passkey unlocked by fingerprint, face or PIN. It cannot be guessed, so failures are not counted. */
export function passkeyCredential({ assertion, site, wanted, loginType = 'passkey' }: PasskeyAttempt): Credential {
  let found: StoredPasskey | undefined
  return {
    loginType,
    isOpen: values => loginType !== 'passkey' || values.openPasskey,
    claim: async ({ db }) => {
      found = await findPasskey(db, assertion.id)
      const userId = wanted.userId ?? found?.userId
      const account = userId === undefined ? undefined : await findById(db, userId)
      return { account, loginName: account?.userName ?? '' }
    },
    prove: kernel => isRight(kernel, { assertion, site, wanted }, found),
    wrong: 'passkeyWrong',
  }
}

async function isRight({ db }: Kernel, { assertion, site, wanted }: PasskeyAttempt, found: StoredPasskey | undefined): Promise<boolean> {
  const challenge = challengeIn(assertion)
  if (!(await takeChallenge(db, challenge, wanted))) return false
  if (!found || found.userId !== (wanted.userId ?? found.userId)) return false
  const { userHandle } = assertion.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString('utf8') !== found.userId) return false
  const use = await readAssertion(assertion, site, challenge, found)
  if (!use) return false
  if (!(await countUse(db, found.id, use))) refuse('passkeyCopied')
  return true
}
