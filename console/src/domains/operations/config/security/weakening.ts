import type { IpConfig, LoginWindow, PasswordSetting } from '@hufu/contract/operations/security'
import { PASSWORD_STRENGTHS } from '@hufu/contract/credentials/password'
import { text } from './text.ts'

const words = text.weaker
/** 0 means no limit. */
const zeroAsInfinity = (value: number) => (value === 0 ? Infinity : value)
const removedCount = (next: readonly string[], now: readonly string[]) => now.filter(line => !next.includes(line)).length

/** Sentences about what a change weakens; empty if it only strengthens. */
export function weakerPassword(now: PasswordSetting, next: PasswordSetting): string[] {
  const { profiles, strengths } = text.password
  const sentences: (string | false)[] = [
    now.passwordProfile !== next.passwordProfile &&
      next.passwordProfile === 'specification' &&
      words.profile(profiles[now.passwordProfile][0], profiles[next.passwordProfile][0]),
    PASSWORD_STRENGTHS.indexOf(next.passwordStrength) < PASSWORD_STRENGTHS.indexOf(now.passwordStrength) &&
      words.lower(text.password.passwordStrength[0], strengths[now.passwordStrength]!, strengths[next.passwordStrength]!),
    now.openPasswordBlacklist && !next.openPasswordBlacklist && words.off(text.password.openPasswordBlacklist[0]),
    now.openCommonPasswords && !next.openCommonPasswords && words.off(text.password.openCommonPasswords[0]),
    next.openPasswordBlacklist &&
      removedCount(next.passwordBlacklist, now.passwordBlacklist) > 0 &&
      words.fewer(text.blacklist.label, removedCount(next.passwordBlacklist, now.passwordBlacklist)),
    now.updatePasswordMode === 'force' && next.updatePasswordMode === '' && words.off(text.password.modes.force!),
    zeroAsInfinity(next.expireDays) > zeroAsInfinity(now.expireDays) &&
      words.lower(text.password.expireDays[0], daysOf(now.expireDays), daysOf(next.expireDays)),
    next.passwordHistory < now.passwordHistory &&
      words.lower(text.password.passwordHistory[0], String(now.passwordHistory), String(next.passwordHistory)),
  ]
  return sentences.filter(sentence => sentence !== false)
}

const daysOf = (days: number) => (days === 0 ? text.password.never : `${days} ${text.days}`)

export function weakerIp(now: IpConfig, next: IpConfig): string[] {
  if (!now.openIpLimit) return []
  if (!next.openIpLimit) return [words.off(text.ip.openIpLimit[0])]
  const isEmptied = now.ipWhitelist.length > 0 && next.ipWhitelist.length === 0
  const wider = now.ipWhitelist.length > 0 ? removedCount(now.ipWhitelist, next.ipWhitelist) : 0
  const fewer = removedCount(next.ipBlacklist, now.ipBlacklist)
  const sentences = [isEmptied && words.emptied, wider > 0 && words.wider(wider), fewer > 0 && words.fewer(text.ip.ipBlacklist[0], fewer)]
  return sentences.filter(sentence => sentence !== false)
}

/** The captcha modes from weakest to strictest: never, after a failure, always. */
const CAPTCHA_ORDER = [0, 2, 1]
/** Settings that are weaker the higher they are. */
const WEAKER_IF_HIGHER = [
  'failCount', 'accountFailCount', 'loginFailuresPerAddress', 'challengesPerAddress', 'faceChecksPerAddress', 'smsPerAddress',
  'smsPerPhone', 'knownAddressFactor',
] as const // prettier-ignore
type Field = (typeof WEAKER_IF_HIGHER)[number] | 'sessionMinutes' | 'sessionHours' | 'maxSessions' | 'lockMinutes' | 'smsInterval'

export function weakerLogin(now: LoginWindow, next: LoginWindow): string[] {
  const words = text.weaker
  const lowered = (field: Field, shown: (value: number) => string = String) =>
    words.lower(text.login[field][0], shown(now[field]), shown(next[field]))
  const mode = (value: number) => text.login.captchas[String(value)]!
  const many = (value: number) => (value === 0 ? text.login.unlimited : String(value))
  const sentences: (string | false)[] = [
    CAPTCHA_ORDER.indexOf(next.captchaMode) < CAPTCHA_ORDER.indexOf(now.captchaMode) &&
      words.lower(text.login.captchaMode[0], mode(now.captchaMode), mode(next.captchaMode)),
    ...WEAKER_IF_HIGHER.map(field => next[field] > now[field] && lowered(field)),
    next.smsInterval < now.smsInterval && lowered('smsInterval'),
    next.lockMinutes < now.lockMinutes && lowered('lockMinutes'),
    next.sessionMinutes > now.sessionMinutes && lowered('sessionMinutes'),
    next.sessionHours > now.sessionHours && lowered('sessionHours'),
    zeroAsInfinity(next.maxSessions) > zeroAsInfinity(now.maxSessions) && lowered('maxSessions', many),
    now.needPhoneVerify && !next.needPhoneVerify && words.off(text.login.needPhoneVerify[0]),
    now.openTimeLimit && !next.openTimeLimit && words.off(text.login.openTimeLimit[0]),
    now.openTimeLimit && next.openTimeLimit && minutesOpen(next) > minutesOpen(now) && words.window,
  ]
  return sentences.filter(sentence => sentence !== false)
}

const DAY = 1440
/** Length of the time window in minutes, the last minute included; it may span midnight. */
function minutesOpen({ beginTime, endTime }: Pick<LoginWindow, 'beginTime' | 'endTime'>): number {
  return ((minuteOf(endTime) - minuteOf(beginTime) + DAY) % DAY) + 1
}
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
