import type { Kernel } from '../../../../platform/kernel.ts'
import { hashSecret } from '../../../../platform/secrets/password-hash.ts'
import { usableInitial } from './given-password.ts'

export interface SharedSecret {
  passwordHash: string | null
  passwordType: number | null
}

const CONFIGURED = 1

/**
 * The configured initial password, hashed once for all people of an import, so that they can sign in at once and must
 * change it at first sign-in. Without one that the policy allows they have no password until restPassword gives one (D-48).
 */
export async function sharedSecret(kernel: Pick<Kernel, 'config' | 'keys'>): Promise<SharedSecret> {
  const password = await usableInitial(kernel)
  return password
    ? { passwordHash: await hashSecret('none', password), passwordType: CONFIGURED }
    : { passwordHash: null, passwordType: null }
}
