import type { Kernel } from '../../../../platform/kernel.ts'
import { extraMetadataOf } from '../claims.ts'
import { hostOf } from '../host.ts'
import { ISSUER_PATH } from '../issuer.ts'

const PREFIX = `${ISSUER_PATH}/interaction/`

/** The application whose interaction waits at this address; undefined if there is none or the client is external. */
export async function appOfInteraction(kernel: Kernel, { pathname }: URL): Promise<string | undefined> {
  const uid = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : ''
  if (!/^[\w-]+$/.test(uid)) return undefined
  const provider = await hostOf(kernel)?.provider()
  const interaction = await provider?.Interaction.find(uid)
  const client = interaction && (await provider?.Client.find(String(interaction.params.client_id)))
  return client && extraMetadataOf(client).appId
}
