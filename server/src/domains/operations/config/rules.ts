import { createPublicKey } from 'node:crypto'
import {
  BLACKLIST_MAX,
  BLACKLISTED_MAX,
  hourForm,
  IP_RULES_MAX,
  originForm,
  securityBounds,
  webAddressForm,
} from '@hufu/contract/operations/security'
import { ENCRYPT_METHODS, PASSWORD_PROFILES, PASSWORD_STRENGTHS } from '@hufu/contract/credentials/password'
import { illegalCharacters } from '@hufu/contract/text-rules'
import { configCatalog, configValue, type ConfigKey } from '../../../platform/config/config-catalog.ts'
import { firstInvalidLine, areProxies } from '../../../platform/http/ip-rules.ts'
import { isMailAddress } from '../../../outside/mail/address.ts'
import { areAuthorities, areRevocationLists } from '../../../outside/certificate/certificate.ts'

type Rule = (value: string) => boolean
const oneOf =
  (...values: readonly string[]): Rule =>
  value =>
    values.includes(value)
const withinBounds =
  (key: keyof typeof securityBounds): Rule =>
  value =>
    Number(value) >= securityBounds[key][0] && Number(value) <= securityBounds[key][1]
const matching =
  (form: RegExp): Rule =>
  value =>
    form.test(value)
const listOf =
  (rule: (list: readonly string[]) => boolean): Rule =>
  value => {
    const list = configValue('list', value)
    return Array.isArray(list) && rule(list)
  }
const line =
  (least: number, most: number): Rule =>
  value =>
    value.trim().length >= least && value.length <= most && illegalCharacters(value) === '' && !/[\r\n]/.test(value)

const fileId = matching(/^[A-Za-z0-9_-]{0,32}$/)
/** A key, number or name from another system. */
const token = matching(/^[\x21-\x7e]{0,200}$/)
/** The address of another system, possibly with a path. */
const address = matching(webAddressForm)
const ipRules = listOf(list => list.length <= IP_RULES_MAX && firstInvalidLine(list) === undefined)
const idList = listOf(list => list.length <= 500 && list.every(id => /^[A-Za-z0-9_-]{1,32}$/.test(id)))
const hosts = listOf(list => list.length <= 200 && list.every(host => /^[a-z0-9.-]{1,253}(:\d{1,5})?$/.test(host)))
const words = listOf(list => list.length <= BLACKLIST_MAX && list.every(word => word.length > 0 && word.length <= BLACKLISTED_MAX))
/** Accepts any secret: the call limits its length, and the code that uses it checks its form. */
const secret: Rule = () => true

/** Accepts the key with or without PEM lines, as provider sites show both. */
const isPublicKey = readable(value => value && createPublicKey(value.includes('BEGIN') ? value : pemOf(value)))
const pemOf = (base64: string) => `-----BEGIN PUBLIC KEY-----\n${base64.replaceAll(/\s/g, '')}\n-----END PUBLIC KEY-----`

function readable(read: (value: string) => unknown): Rule {
  return value => {
    try {
      read(value)
      return true
    } catch {
      return false
    }
  }
}

type RuledKey = { [K in ConfigKey]: (typeof configCatalog)[K]['value'] extends boolean ? never : K }[ConfigKey]
/** Checks values beyond their type, so that no typing error can lock everybody out. */
const rules: Record<RuledKey, Rule> = {
  systemName: line(1, 50),
  systemLogo: fileId,
  revealsAnHour: matching(/^[1-9]\d{0,4}$/),
  requestTimeout: withinBounds('requestTimeout'),
  requestTimeoutMessage: line(1, 50),
  countryLogin: oneOf('0', '1', '2', 'true', 'false', ''),
  countryLoginUrl: address,
  siteAddress: matching(originForm),
  caDriverFileId: fileId,
  faceDriverFileId: fileId,
  // 0 means no limit.
  fileUserMegabytes: matching(/^\d{1,7}$/),
  fileTotalMegabytes: matching(/^\d{1,7}$/),
  orgExaminerIds: idList,
  userExaminerIds: idList,
  passwordProfile: oneOf(...PASSWORD_PROFILES),
  passwordStrength: oneOf(...PASSWORD_STRENGTHS),
  passwordBlacklist: words,
  updatePasswordMode: oneOf('force', ''),
  passwordHistory: withinBounds('passwordHistory'),
  expireDays: withinBounds('expireDays'),
  expireWarnDays: withinBounds('expireWarnDays'),
  defaultPassword: secret,
  passwordEncryptionRules: oneOf(...ENCRYPT_METHODS),
  captchaMode: oneOf('0', '1', '2'),
  failCount: withinBounds('failCount'),
  accountFailCount: withinBounds('accountFailCount'),
  loginFailuresPerAddress: withinBounds('loginFailuresPerAddress'),
  challengesPerAddress: withinBounds('challengesPerAddress'),
  faceChecksPerAddress: withinBounds('faceChecksPerAddress'),
  smsPerAddress: withinBounds('smsPerAddress'),
  smsPerPhone: withinBounds('smsPerPhone'),
  smsInterval: withinBounds('smsInterval'),
  knownAddressFactor: withinBounds('knownAddressFactor'),
  lockMinutes: withinBounds('lockMinutes'),
  sessionMinutes: withinBounds('sessionMinutes'),
  sessionHours: withinBounds('sessionHours'),
  maxSessions: withinBounds('maxSessions'),
  beginTime: matching(hourForm),
  endTime: matching(hourForm),
  ipWhitelist: ipRules,
  ipBlacklist: ipRules,
  // 0 means no limit.
  'sms.passwordsADay': matching(/^\d{1,6}$/),
  'sms.gateway': oneOf('', 'aliyun', 'tencent', 'http'),
  'sms.address': address,
  'sms.accessKeyId': token,
  'sms.accessKeySecret': secret,
  'sms.appId': token,
  'sms.region': token,
  'sms.signName': line(0, 50),
  'sms.codeTemplate': line(0, 200),
  'sms.passwordTemplate': line(0, 200),
  'mail.host': matching(/^[A-Za-z0-9.:-]{0,255}$/),
  'mail.port': value => Number(value) >= 1 && Number(value) <= 65_535,
  'mail.security': oneOf('starttls', 'tls', 'none'),
  'mail.user': matching(/^[\x21-\x7e]{0,200}$/),
  'mail.password': secret,
  'mail.from': value => value === '' || isMailAddress(value),
  'wx.appId': token,
  'wx.secret': secret,
  'wx.address': address,
  'zfb.appId': token,
  'zfb.privateKey': secret,
  'zfb.publicKey': isPublicKey,
  'zfb.address': address,
  'ca.trustCerts': areAuthorities,
  'ca.revocationLists': areRevocationLists,
  'ca.proxyAddresses': listOf(list => list.length <= IP_RULES_MAX && areProxies(list)),
  clientDocumentHosts: hosts,
  'ca.proxyHeader': matching(/^[A-Za-z0-9-]{0,100}$/),
  'face.address': address,
  'face.appId': token,
  'face.secret': secret,
  userNameRule: oneOf('pinyin', 'phone', 'employeeNumber'),
}

export const isAllowed = (key: ConfigKey, value: string): boolean => (key in rules ? rules[key as RuledKey](value) : true)
