import type { ConfigKey, ConfigValues } from '../../../platform/config/config-catalog.ts'
import { lockConfig, readConfig } from '../../../platform/config/config.ts'
import { addressAllowed, firstInvalidLine, isHourAllowed } from '../../../platform/http/ip-rules.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Context } from '../../../platform/http/context.ts'
import { findPendingConfirmation, startPendingConfirmation } from './pending-confirmation.sql.ts'
import { superAdminMethods } from './sign-in-methods.sql.ts'
import { text } from './text.ts'

type Change = Partial<ConfigValues>
/** Settings that decide when and from where users may sign in. */
const isAccess = (key: string) => /^(?:openIpLimit|ip(?:White|Black)list|openTimeLimit|(?:begin|end)Time)$/.test(key)
/** Settings that decide whether a sign-in method works. */
const isMethodSetting = (key: string) =>
  /^open(?:Password|Phone|Wx|Zfb|Ca|Face|Passkey)$|^(?:needPhoneVerify|siteAddress)$|^(?:sms|wx|zfb|ca)\./.test(key)

/**
 * Refuses a change that would lock out its author or everybody (T27), checked under a lock against the resulting settings. A
 * change that would lock out its author can be made pending: it reverts unless confirmed in time.
 */
export async function guardChange(
  { db, ip, who, kernel }: Pick<Context, 'db' | 'ip' | 'who' | 'kernel'>,
  change: Change,
  pendingConfirmation = false,
): Promise<void> {
  await lockConfig(db)
  const present = await readConfig(db)
  const next: ConfigValues = { ...present, ...change }
  const keys = Object.keys(change) as ConfigKey[]
  refuseWrongRules(change)
  if (keys.some(isMethodSetting)) await refuseLockout(db, present, next, kernel.settings.mockProviders)
  if (!keys.some(isAccess)) return
  if (await findPendingConfirmation(db)) refuse('trialRunning')
  if (next.openTimeLimit && next.beginTime === next.endTime) refuse('hoursEmpty')
  const isAddressIn = addressAllowed(next, ip)
  if (isAddressIn && isHourAllowed(next, kernel.now())) return
  if (!pendingConfirmation) refuse(isAddressIn ? 'hourExcluded' : 'addressExcluded', { ip })
  await startPendingConfirmation(db, who, present, keys)
}

export function refuseWrongRules(change: Pick<Change, 'ipWhitelist' | 'ipBlacklist'>): void {
  for (const key of ['ipWhitelist', 'ipBlacklist'] as const) {
    const lines = change[key] ?? []
    const line = firstInvalidLine(lines)
    if (line !== undefined) refuse('ipRuleProblem', { list: text[key], line, rule: lines[line - 1] })
  }
}

/**
 * Refuses settings by which no enabled super administrator could sign in with a method that is enabled and configured.
 * Sign-in by face does not count.
 */
async function refuseLockout(db: Context['db'], present: ConfigValues, next: ConfigValues, hasFakes: boolean): Promise<void> {
  const means = await superAdminMethods(db)
  const hasSms = next['sms.gateway'] !== '' || hasFakes
  const methods = [
    // Users without a telephone are not asked for its code.
    next.openPassword && (next.needPhoneVerify && !hasSms ? means.passwordAlone : means.password),
    next.openPhone && hasSms && means.phone,
    next.openWx && next['wx.appId'] !== '' && next['wx.secret'] !== '' && means.wx,
    next.openZfb && next['zfb.appId'] !== '' && next['zfb.privateKey'] !== '' && means.zfb,
    next.openCa && next['ca.trustCerts'] !== '' && means.ca,
    // Passkeys are bound to the site's name, so those for the old address do not work at a new one.
    next.openPasskey && next.siteAddress === present.siteAddress && means.passkey,
  ]
  if (methods.some(Boolean)) return
  const isFaceAlone =
    next.openFace && ![next.openPassword, next.openPhone, next.openWx, next.openZfb, next.openCa, next.openPasskey].some(Boolean)
  refuse(isFaceAlone ? 'faceAlone' : 'noWayIn')
}
