import type { SourceType } from '@hufu/contract/provisioning/sync-options'
import { text } from './source-text.ts'

type Text = 'text' | 'area' | 'choice' | 'number' | 'flag' | 'file'
export interface SourceField {
  name: string
  label: string
  hint?: string
  kind?: Text
  required?: boolean
  choices?: Readonly<Record<string, string>>
  /** The initial value. */
  initial?: string | number | boolean
  placeholder?: string
  /** Shown in the scope step, if the task has such objects. */
  of?: 'org' | 'user'
}
export interface SourceForm {
  url?: { label: string; hint: string; placeholder: string; required: boolean }
  secret?: { label: string; hint?: string; required: boolean }
  fields: readonly SourceField[]
}

const { ldap, database, scim, file, cloud } = text
const certificate: SourceField = { name: 'ca', label: text.ca, hint: text.caHint, kind: 'area', placeholder: '-----BEGIN CERTIFICATE-----' }
const directory = (isAd: boolean): SourceForm => ({
  url: { label: ldap.url, hint: ldap.urlHint, placeholder: 'ldaps://ad.example.com:636', required: true },
  secret: { label: ldap.secret, required: true },
  fields: [
    { name: 'bindDn', label: ldap.bindDn, required: true, placeholder: 'cn=reader,dc=example,dc=com' },
    { name: 'security', label: text.security, kind: 'choice', choices: ldap.securities, initial: 'ldaps' },
    certificate,
    { name: 'idAttribute', label: ldap.idAttribute, kind: 'choice', choices: ldap.ids, initial: isAd ? 'objectGUID' : 'entryUUID' },
    { name: 'userBase', label: ldap.userBase, of: 'user', required: true, placeholder: 'ou=people,dc=example,dc=com' },
    {
      name: 'userFilter',
      label: ldap.userFilter,
      of: 'user',
      initial: isAd ? '(&(objectCategory=person)(objectClass=user))' : '(objectClass=inetOrgPerson)',
    },
    { name: 'orgBase', label: ldap.orgBase, hint: ldap.orgBaseHint, of: 'org', required: true, placeholder: 'ou=units,dc=example,dc=com' },
    { name: 'orgFilter', label: ldap.orgFilter, of: 'org', initial: '(objectClass=organizationalUnit)' },
  ],
})

const vendor = { label: cloud.url, hint: cloud.urlHint, placeholder: '', required: false }

/** The forms of all types other than HTTP. */
export const sourceForms: Readonly<Record<Exclude<SourceType, 'http'>, SourceForm>> = {
  ldap: directory(false),
  ad: directory(true),
  database: {
    url: { label: database.url, hint: database.urlHint, placeholder: 'postgresql://db.example.com:5432/hr', required: true },
    secret: { label: database.secret, required: true },
    fields: [
      { name: 'user', label: database.user, hint: database.userHint, required: true },
      { name: 'security', label: text.security, kind: 'choice', choices: database.securities, initial: 'tls' },
      certificate,
      { name: 'userTable', label: database.userTable, hint: database.tableHint, of: 'user', required: true, placeholder: 'hr.person' },
      { name: 'updatedColumn', label: database.updatedColumn, hint: database.updatedHint, of: 'user', placeholder: 'updated_at' },
      { name: 'orgTable', label: database.orgTable, of: 'org', required: true, placeholder: 'hr.department' },
    ],
  },
  scim: {
    url: { label: scim.url, hint: scim.urlHint, placeholder: 'https://idp.example.com/scim/v2', required: true },
    secret: { label: scim.secret, required: true },
    fields: [{ name: 'orgs', label: scim.orgs, kind: 'choice', choices: scim.kinds, initial: 'Groups', of: 'org' }],
  },
  file: {
    secret: { label: file.secret, hint: file.secretHint, required: false },
    fields: [
      { name: 'encoding', label: file.encoding, kind: 'choice', choices: file.encodings, initial: 'auto' },
      { name: 'separator', label: file.separator, kind: 'choice', choices: file.separators, initial: 'auto' },
      { name: 'maxAgeHours', label: file.maxAge, hint: file.maxAgeHint, kind: 'number' },
      { name: 'runs', label: file.runs, kind: 'flag', initial: true },
      { name: 'userFile', label: file.userFile, hint: file.fileHint, kind: 'file', of: 'user' },
      { name: 'orgFile', label: file.orgFile, kind: 'file', of: 'org' },
    ],
  },
  dingtalk: {
    url: vendor,
    secret: { label: 'AppSecret', required: true },
    fields: [
      { name: 'appKey', label: 'AppKey', required: true },
      { name: 'rootDeptId', label: cloud.rootDept, kind: 'number', initial: 1 },
    ],
  },
  wecom: {
    url: vendor,
    secret: { label: 'Secret', required: true },
    fields: [
      { name: 'corpId', label: cloud.corpId, required: true },
      { name: 'members', label: cloud.members, kind: 'choice', choices: cloud.memberKinds, initial: 'detail' },
    ],
  },
  feishu: {
    url: vendor,
    secret: { label: 'App Secret', required: true },
    fields: [
      { name: 'appId', label: 'App ID', required: true },
      { name: 'userIdType', label: cloud.userId, kind: 'choice', choices: cloud.userIds, initial: 'open_id' },
    ],
  },
}

export type More = Readonly<Record<string, unknown>>

/** The initial options of a new task by type. */
export const initialMore = (type: SourceType): Record<string, unknown> =>
  type === 'http'
    ? {}
    : Object.fromEntries(sourceForms[type].fields.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])))

/** The filled-in options of the type; stored options without a form field stay. */
export function optionsOf(type: Exclude<SourceType, 'http'>, more: More, objectType: 'org' | 'user' | 'all', stored: More = {}): More {
  const fields = sourceForms[type].fields
  const names = new Set(fields.map(({ name }) => name))
  const others = Object.entries(stored).filter(([name]) => !names.has(name))
  const filled = fields.flatMap(({ name, of }) => {
    const value = more[name]
    const isAsked = of === undefined || objectType === 'all' || objectType === of || type === 'ldap' || type === 'ad'
    return isAsked && value !== undefined && value !== null && value !== '' ? [[name, value] as const] : []
  })
  return Object.fromEntries([...others, ...filled])
}
