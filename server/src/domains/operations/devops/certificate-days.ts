import { endOfAuthorities } from '../../../outside/certificate/certificate.ts'
import type { Kernel } from '../../../platform/kernel.ts'

const DAY_MS = 86_400_000

/** Whole days until the first trusted certificate authority expires; null if there is none. */
export function certificateDays({ config, pulse }: Pick<Kernel, 'config' | 'pulse'>): number | null {
  const end = endOfAuthorities(config.values['ca.trustCerts'])
  return end === undefined ? null : Math.floor((end.getTime() - pulse.now().getTime()) / DAY_MS)
}
