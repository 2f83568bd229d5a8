import {
  HIDDEN_VALUE, type HttpOptions, type MappingLine, type SourceType, type SyncConfig, type SyncDraft, type SyncPolicy, reportsChanges,
} from '@hufu/contract/provisioning/sync' // prettier-ignore
import type { SyncObject } from '@hufu/contract/provisioning/sync-log'
import { optionsOf } from './source-form.ts'
import { cronOf, type Preset, presetOf } from '../../../../ui/form/cron-preset.ts'

export type Kind = 'org' | 'user'
export type Line = MappingLine & { object: Kind }

/** All options an HTTP source may have, for every kind of paging and authentication. */
export interface TypedOptions {
  path: string
  totalPath: string
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
  /** Empty: the source cannot be asked for changes. */
  since: { param: string; path: string }
  auth: { kind: HttpOptions['auth']['kind']; userName: string; tokenUrl: string; clientId: string; scope: string }
}

/** The form values of a task. */
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
  /** The values by which a vendor signs and encrypts its callbacks; stored among the headers. */
  callback: Record<(typeof CALLBACK)[number], string>
  options: TypedOptions
  /** The options of all types other than HTTP. */
  more: Record<string, unknown>
  mapping: Line[]
  policy: SyncPolicy
  isTimed: boolean
  remark: string
}

const CALLBACK = ['eventToken', 'eventKey'] as const
const isCallback = (name: string): boolean => (CALLBACK as readonly string[]).includes(name)
/** The callback values of types whose vendor reports changes; Feishu has only the key. */
export const callbacksOf = (type: SourceType): readonly (typeof CALLBACK)[number][] =>
  type === 'dingtalk' || type === 'wecom' ? CALLBACK : type === 'feishu' ? ['eventKey'] : []

export const kindsOf = (objectType: SyncObject): readonly Kind[] => (objectType === 'all' ? ['org', 'user'] : [objectType])

/** The defaults of the contract's schema, which is not loaded here. */
const POLICY: SyncPolicy = {
  onNew: 'create',
  onChange: 'update',
  onGone: 'disable',
  goneRuns: 2,
  goneDays: 0,
  onBack: 'enable',
  brakePercent: 5,
  brakeMin: 20,
  brakeMovedPercent: 10,
  rootOrgId: '1',
  correlate: ['originId'],
  password: 'none',
}
const OPTIONS: TypedOptions = {
  path: '',
  totalPath: '',
  orgUrl: '',
  orgPath: '',
  body: '',
  page: { kind: 'none', pageParam: 'page', sizeParam: 'size', from: '1', size: 500, param: 'cursor', nextPath: '' },
  since: { param: '', path: '' },
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
    callback: { eventToken: '', eventKey: '' },
    options: OPTIONS,
    more: {},
    mapping: [],
    policy: POLICY,
    isTimed: false,
    remark: '',
  }
}

/** The form values of a stored task; the values of headers and the secret are not returned, so they stay empty. */
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
    headers: Object.keys(of.headers).flatMap(name => (callbacksOf(of.type).length > 0 && isCallback(name) ? [] : [{ name, value: '' }])),
    ...(of.type === 'http' ? { options: typedOptions(of.options as Partial<HttpOptions>) } : { more: { ...of.options } }),
    mapping: of.mapping.map(line => ({ ...line, object: line.object ?? (objectType === 'org' ? 'org' : 'user') })),
    policy: { ...POLICY, ...of.policy },
    isTimed: cron !== null,
    remark: of.remark ?? '',
  }
}

function typedOptions({ path, totalPath, orgUrl, orgPath, body, page, since, auth }: Partial<HttpOptions>): TypedOptions {
  return {
    path: path ?? '',
    totalPath: totalPath ?? '',
    orgUrl: orgUrl ?? '',
    orgPath: orgPath ?? '',
    body: body ? JSON.stringify(body) : '',
    page: { ...OPTIONS.page, ...page, ...(page?.kind === 'page' && { from: String(page.from) }) } as TypedOptions['page'],
    since: since ?? OPTIONS.since,
    auth: { ...OPTIONS.auth, ...auth },
  }
}

function httpOptions({ objectType, method, options }: Typed): HttpOptions {
  const { path, totalPath, orgUrl, orgPath, body, since } = options
  return {
    ...(path && { path }),
    ...(totalPath && { totalPath }),
    ...(objectType === 'all' && orgUrl && { orgUrl }),
    ...(objectType === 'all' && orgPath && { orgPath }),
    ...(method === 'POST' && body && { body: JSON.parse(body) as Record<string, unknown> }),
    ...(objectType !== 'org' && since.param && since.path && { since }),
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

/** The connection part of the request; values left empty for a stored task keep their stored value. */
export function connectionBody(typed: Typed, stored: SyncConfig | undefined) {
  const { direction, type, url, method, secret, callback } = typed
  const value = (name: string, entered: string) => entered || (stored?.headers[name] === undefined ? '' : HIDDEN_VALUE)
  const headers = [...typed.headers, ...callbacksOf(type).map(name => ({ name, value: callback[name] }))]
  return {
    direction,
    type,
    url: url.trim(),
    method,
    headers: Object.fromEntries(headers.flatMap(one => (one.name ? [[one.name, value(one.name, one.value)]] : []))),
    secret,
    ...(direction === 'in' && {
      options: type === 'http' ? httpOptions(typed) : optionsOf(type, typed.more, typed.objectType, stored?.options),
    }),
  }
}

/** Leaves out lines without a target, and lines of an object type the task no longer has. */
export const linesOf = ({ direction, objectType, mapping }: Pick<Typed, 'direction' | 'objectType' | 'mapping'>): Line[] =>
  mapping
    .filter(line => line.to && (direction === 'out' || kindsOf(objectType).includes(line.object)))
    .map(({ from, transform, ...line }) => ({ ...line, ...(from && { from }), ...(transform?.length && { transform }) }))

/** Whether the source in the form can be asked for changes. */
export const canReadChanges = ({ direction, type, objectType, options, more }: Typed): boolean =>
  direction === 'in' && reportsChanges(type, objectType, type === 'http' ? { ...(options.since.param && { since: options.since }) } : more)

function policyOf(typed: Typed): Typed['policy'] {
  const { deltaMinutes, ...policy } = typed.policy
  return { ...policy, ...(deltaMinutes && typed.isTimed && canReadChanges(typed) && { deltaMinutes }) }
}

export function bodyOf(typed: Typed, stored: SyncConfig | undefined): Omit<SyncDraft, 'status'> {
  const { name, direction, objectType, appId, isTimed, remark } = typed
  return {
    ...connectionBody(typed, stored),
    name: name.trim(),
    objectType,
    appId: direction === 'out' ? appId : '',
    mapping: linesOf(typed),
    policy: policyOf(typed),
    cron: isTimed ? cronOf(typed) : '',
    remark,
  }
}
