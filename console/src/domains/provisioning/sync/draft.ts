import {
  HIDDEN_VALUE, type HttpOptions, type MappingLine, type SourceType, type SyncConfig, type SyncDraft, type SyncPolicy,
} from '@hufu/contract/provisioning/sync' // prettier-ignore
import type { SyncObject } from '@hufu/contract/provisioning/sync-log'
import { cronOf, type Preset, presetOf } from '../../../ui/form/cron-preset.ts'

export type Kind = 'org' | 'user'
export type Line = MappingLine & { object: Kind }

/** Everything the options of an HTTP source may hold, whichever kind of paging and proof is chosen. */
export interface TypedOptions {
  path: string
  orgUrl: string
  orgPath: string
  body: string
  page: {
    kind: HttpOptions['page']['kind']
    pageParam: string
    sizeParam: string
    from: string
    size: number
    param: string
    nextPath: string
  }
  auth: { kind: HttpOptions['auth']['kind']; userName: string; tokenUrl: string; clientId: string; scope: string }
}

/** A task as it stands in the form. */
export interface Typed extends Preset {
  name: string
  direction: 'in' | 'out'
  objectType: SyncObject
  type: SourceType
  appId: string
  url: string
  method: 'GET' | 'POST'
  headers: { name: string; value: string }[]
  secret: string
  options: TypedOptions
  mapping: Line[]
  policy: SyncPolicy
  isTimed: boolean
  remark: string
}

export const kindsOf = (objectType: SyncObject): readonly Kind[] => (objectType === 'all' ? ['org', 'user'] : [objectType])

/** The defaults of the contract's schema, which is not loaded here. */
const POLICY: SyncPolicy = {
  onNew: 'create',
  onChange: 'update',
  onGone: 'disable',
  goneRuns: 2,
  onBack: 'enable',
  brakePercent: 5,
  brakeMin: 20,
  rootOrgId: '1',
  correlate: ['originId'],
  password: 'none',
}
const OPTIONS: TypedOptions = {
  path: '',
  orgUrl: '',
  orgPath: '',
  body: '',
  page: { kind: 'none', pageParam: 'page', sizeParam: 'size', from: '1', size: 500, param: 'cursor', nextPath: '' },
  auth: { kind: 'none', userName: '', tokenUrl: '', clientId: '', scope: '' },
}

export function newDraft(objectType: SyncObject = 'user'): Typed {
  return {
    ...presetOf(undefined),
    name: '',
    direction: 'in',
    objectType,
    type: 'http',
    appId: '',
    url: '',
    method: 'GET',
    headers: [],
    secret: '',
    options: OPTIONS,
    mapping: [],
    policy: POLICY,
    isTimed: false,
    remark: '',
  }
}

/** A stored task for the form; values of headers and the secret are not known and stay empty. */
export function draftOf(of: SyncConfig): Typed {
  const { objectType, cron } = of
  return {
    ...newDraft(objectType),
    ...(cron !== null && presetOf(cron)),
    name: of.name,
    direction: of.direction,
    type: of.type,
    appId: of.appId ?? '',
    url: of.url ?? '',
    method: of.method,
    headers: Object.keys(of.headers).map(name => ({ name, value: '' })),
    options: typedOptions(of.options as Partial<HttpOptions>),
    mapping: of.mapping.map(line => ({ ...line, object: line.object ?? (objectType === 'org' ? 'org' : 'user') })),
    policy: { ...POLICY, ...of.policy },
    isTimed: cron !== null,
    remark: of.remark ?? '',
  }
}

function typedOptions({ path, orgUrl, orgPath, body, page, auth }: Partial<HttpOptions>): TypedOptions {
  return {
    path: path ?? '',
    orgUrl: orgUrl ?? '',
    orgPath: orgPath ?? '',
    body: body ? JSON.stringify(body) : '',
    page: { ...OPTIONS.page, ...page, ...(page?.kind === 'page' && { from: String(page.from) }) } as TypedOptions['page'],
    auth: { ...OPTIONS.auth, ...auth },
  }
}

function httpOptions({ objectType, method, options }: Typed): HttpOptions {
  const { path, orgUrl, orgPath, body } = options
  return {
    ...(path && { path }),
    ...(objectType === 'all' && orgUrl && { orgUrl }),
    ...(objectType === 'all' && orgPath && { orgPath }),
    ...(method === 'POST' && body && { body: JSON.parse(body) as Record<string, unknown> }),
    page: pageOf(options.page),
    auth: authOf(options.auth),
  }
}

function pageOf({ kind, pageParam, sizeParam, from, size, param, nextPath }: TypedOptions['page']): HttpOptions['page'] {
  if (kind === 'page') return { kind, pageParam, sizeParam, from: Number(from), size }
  return kind === 'cursor' ? { kind, param, nextPath } : { kind }
}

function authOf({ kind, userName, tokenUrl, clientId, scope }: TypedOptions['auth']): HttpOptions['auth'] {
  if (kind === 'basic') return { kind, userName }
  return kind === 'oauth2' ? { kind, tokenUrl, clientId, ...(scope && { scope }) } : { kind }
}

/** What is asked of the source: of a stored task, what is left empty stays as it is. */
export function connectionBody(typed: Typed, stored: SyncConfig | undefined) {
  const { direction, type, url, method, headers, secret } = typed
  const value = (name: string, given: string) => given || (stored?.headers[name] === undefined ? '' : HIDDEN_VALUE)
  return {
    direction,
    type,
    url: url.trim(),
    method,
    headers: Object.fromEntries(headers.flatMap(one => (one.name ? [[one.name, value(one.name, one.value)]] : []))),
    secret,
    ...(direction === 'in' && { options: type === 'http' ? httpOptions(typed) : (stored?.options ?? {}) }),
  }
}

/** A line without a target, or of an object the task no longer has, is left out. */
export const linesOf = ({ direction, objectType, mapping }: Pick<Typed, 'direction' | 'objectType' | 'mapping'>): Line[] =>
  mapping
    .filter(line => line.to && (direction === 'out' || kindsOf(objectType).includes(line.object)))
    .map(({ from, transform, ...line }) => ({ ...line, ...(from && { from }), ...(transform?.length && { transform }) }))

export function bodyOf(typed: Typed, stored: SyncConfig | undefined): Omit<SyncDraft, 'status'> {
  const { name, direction, objectType, appId, policy, isTimed, remark } = typed
  return {
    ...connectionBody(typed, stored),
    name: name.trim(),
    objectType,
    appId: direction === 'out' ? appId : '',
    mapping: linesOf(typed),
    policy: { ...policy },
    cron: isTimed ? cronOf(typed) : '',
    remark,
  }
}
