import { onSignOut } from '../../../platform/session.ts'

/** A new secret, kept in memory until the administrator confirms having saved it; never stored. */
const secrets = new Map<string, string>()
onSignOut(() => secrets.clear())

export const holdSecret = (appId: string, secret: string): void => void secrets.set(appId, secret)
export const heldSecret = (appId: string): string | undefined => secrets.get(appId)
export const dropSecret = (appId: string): void => void secrets.delete(appId)
