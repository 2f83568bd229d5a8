import type { BodyOf } from '@hufu/contract/call'
import { FACE_PICTURE_MAX, type face } from '@hufu/contract/credentials/face'
import { normaliseIdCard } from '@hufu/contract/text-rules'
import { configSecret } from '../../../platform/config/config.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { httpFace, type FaceProvider } from '../../../outside/face.ts'
import { ProviderError } from '../../../outside/identity.ts'
import { mockFace } from '../../../outside/mock-providers.ts'
import { createHttpSender } from '../../../outside/http-sender.ts'
import { counterKey, type Credential, findById } from '../../sign-in/index.ts'
import { isOf } from './face.sql.ts'

/** The configured provider; refuses where sign-in by face is switched off or has no provider. */
export function faceProvider(kernel: Kernel): FaceProvider {
  if (!kernel.config.values.openFace) refuse('methodOff')
  const { 'face.address': address, 'face.appId': appId } = kernel.config.values
  const secret = configSecret(kernel, 'face.secret')
  const { mockProviders, allowLoopback } = kernel.settings
  if (appId && secret && URL.canParse(address))
    return httpFace({ address, appId, secret }, createHttpSender({ withLoopback: allowLoopback }))
  return mockProviders ? mockFace : refuse('faceMissing')
}

/** Refuses pictures that are not a JPEG in base64 of at most two megabytes. */
export function refusePicture(image: string): void {
  const bytes = Buffer.from(image, 'base64')
  const isJpeg = bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff
  if (!isJpeg || bytes.length > FACE_PICTURE_MAX || bytes.toString('base64') !== image) refuse('facePictureProblem')
}

export const idCardHash = ({ keys }: Pick<Kernel, 'keys'>, card: string): string => keys.blindIndex('idCard', normaliseIdCard(card.trim()))

export interface FaceCallbacks {
  /** Receives the provider's transaction number of the comparison, the only thing stored of it. */
  transaction: (transaction: string, pass: boolean) => void
  onError: (error: ProviderError) => void
}

/**
 * Compares a face with the user the proof was issued to. The server asks the provider itself. Mismatches are counted
 * as failures; an unavailable provider is not.
 */
export function faceCredential(
  { name, card, image, proof }: BodyOf<typeof face.login>,
  provider: FaceProvider,
  callbacks: FaceCallbacks,
): Credential {
  return {
    loginType: 'face',
    isOpen: values => values.openFace,
    claim: async ({ db }) => {
      const proven = await redeemOneTime(db, 'faceProof', proof)
      const account = proven?.userId ? await findById(db, proven.userId) : undefined
      return { account, loginName: name, nameKey: account && counterKey('face', account.id), method: 'face' }
    },
    gate: async (_kernel, _caller, { account }) => {
      if (!account) refuse('faceTokenInvalid')
    },
    prove: async (kernel, { account }) => {
      if (!account || !(await isOf(kernel.db, account.id, name.trim(), idCardHash(kernel, card)))) return false
      const compared = await provider.compare(account.realName, normaliseIdCard(card.trim()), image).catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error
        callbacks.onError(error)
        return refuse('faceUnavailable')
      })
      callbacks.transaction(compared.transaction, compared.pass)
      return compared.pass
    },
    isFirstStep: true,
    wrong: 'faceWrong',
  }
}
