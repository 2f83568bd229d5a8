import { isPushAddress } from '../../../../outside/push.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { SourceError } from './source.ts'
import { text } from '../text.ts'

/**
 * D-56: allows only http and https, never a loopback or link-local address. A host name is checked again when it is used, by the
 * addresses it resolves to.
 */
export function refuseAddress({ settings }: Kernel, address: string | null | undefined): void {
  if (address && !isPushAddress(address, settings.allowLoopback)) refuse('syncAddressRefused')
}

export function oneAddress(url: string): URL {
  if (!URL.canParse(url)) throw new SourceError(text.source.address)
  return new URL(url)
}
