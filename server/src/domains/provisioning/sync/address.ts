import { isPushAddress } from '../../../outside/push.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { SourceError } from './source.ts'
import { text } from './text.ts'

/** D-56: http and https, never this machine or the link-local network; a name is judged again when it is used. */
export function refuseAddress({ settings }: Kernel, address: string | null | undefined): void {
  if (address && !isPushAddress(address, settings.allowPrivatePush || settings.mockProviders)) refuse('syncAddressRefused')
}

export function oneAddress(url: string): URL {
  if (!URL.canParse(url)) throw new SourceError(text.source.address)
  return new URL(url)
}
