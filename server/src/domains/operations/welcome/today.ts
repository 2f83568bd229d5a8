import { button, menu, type PagePermit } from '@hufu/contract/call'
import { todoKinds, stationKeys, type Todo, type TodoKind, type Today } from '@hufu/contract/operations/welcome'
import type { Scope } from '../../../platform/access/scope.ts'
import type { Context } from '../../../platform/http/context.ts'
import { configuredInitial } from '../../directory/index.ts'
import { endingSamlKey, samlTroubles, stoppedClients, waitingApps } from '../../federation/index.ts'
import { countPending, readerOf } from '../../governance/index.ts'
import { lastRuns } from '../../provisioning/index.ts'
import { certificateDays } from '../devops/certificate-days.ts'
import {
  conflictingLoginNames,
  countOnInitial,
  endingSecrets,
  hoursOf,
  lastChecks,
  lockedPeople,
  readSetupProgress,
  troubledGrants,
  troubledPushes,
  troubledRuns,
  NAMES_SHOWN,
  withoutPassword,
  type CountedNames,
  type LastChecks,
} from './today.sql.ts'

type TodayContext = Pick<Context, 'db' | 'who' | 'kernel'>
type FoundTodo = Partial<CountedNames> & { count: number; facts?: Record<string, string> }
type Finder = (asking: TodayContext, scope: Scope) => Promise<FoundTodo | undefined> | FoundTodo | undefined

const BACKUP_DAYS = 7
const AUTHORITY_DAYS = 30
const NAMED_COUNTED = 100
const RUNS_SHOWN = 5
const oneTodo: FoundTodo = { count: 1 }

interface TodoSource {
  kinds: readonly TodoKind[]
  /** Users with one of these pages see the to-do. */
  permit: PagePermit
  find: (asking: TodayContext, scope: Scope) => Promise<Partial<Record<TodoKind, FoundTodo | undefined>>>
}
const todoSource = (kind: TodoKind, permit: PagePermit, find: Finder): TodoSource => ({
  kinds: [kind],
  permit,
  find: async (asking, scope) => ({ [kind]: await find(asking, scope) }),
})
const onlyForFullScope =
  (find: (asking: TodayContext) => Promise<FoundTodo>): Finder =>
  (asking, scope) =>
    scope.all ? find(asking) : undefined

async function locked({ db }: TodayContext, scope: Scope): Promise<FoundTodo> {
  const { first, ...rest } = await lockedPeople(db, scope)
  return first ? { ...rest, facts: { lockId: first.id, until: first.until, failures: first.failures, ip: first.ip, by: first.by } } : rest
}

async function loginNames({ db }: TodayContext, scope: Scope): Promise<FoundTodo> {
  const { first, ...rest } = await conflictingLoginNames(db, scope)
  return { ...rest, ...(first !== undefined && { facts: { userId: first } }) }
}

/** The configured initial password, if the policy in force does not allow it, and how many users still have it. */
async function weakInitial({ db, kernel }: TodayContext): Promise<FoundTodo | undefined> {
  const why = (await configuredInitial(kernel))?.problem
  return why === undefined ? undefined : { ...oneTodo, facts: { why, users: String(await countOnInitial(db)) } }
}

const reviews =
  (objectType: 'user' | 'org'): Finder =>
  async ({ db, who }) => {
    const reader = readerOf({ who }, objectType)
    return reader.scope ? { count: (await countPending(db, reader, objectType)).mine } : undefined
  }

const todoSources: readonly TodoSource[] = [
  todoSource('locked', menu('/system/incorrectLoginIndex', '/organiz/index'), locked),
  todoSource('loginNameConflict', button(['/organiz/index', '/organiz/org-list'], 'edit-user'), loginNames),
  todoSource('passwordless', menu('/organiz/index'), async ({ db, kernel }, scope) =>
    kernel.config.values.openPassword ? withoutPassword(db, scope) : undefined,
  ),
  todoSource('initialPassword', menu('/system/securityConfig'), ({ kernel }) =>
    kernel.config.values.defaultPassword === '' ? oneTodo : undefined,
  ),
  todoSource('initialPasswordWeak', menu('/system/securityConfig'), weakInitial),
  todoSource('reviewUser', menu('/examine/review-user'), reviews('user')),
  todoSource('reviewOrg', menu('/examine/review-org'), reviews('org')),
  { kinds: ['syncBlocked', 'syncFailed'], permit: menu('/sync/config'), find: runTodos },
  todoSource('scimBlocked', button(['/authorize/api-auth'], 'client-api'), async ({ db, who }) =>
    named(await stoppedClients(db, who.rights), 'clientId'),
  ),
  { kinds: ['pushHeld', 'pushFailed'], permit: menu('/app/list'), find: pushTodos },
  { kinds: ['appUngranted', 'grantEnding'], permit: menu('/authorize/index'), find: ({ db }, scope) => troubledGrants(db, scope) },
  todoSource(
    'secretEnding',
    menu('/app/list'),
    onlyForFullScope(({ db }) => endingSecrets(db)),
  ),
  todoSource(
    'appWaiting',
    menu('/app/list'),
    onlyForFullScope(async ({ db }) => named(await waitingApps(db, NAMED_COUNTED + 1))),
  ),
  { kinds: ['samlProposal', 'samlMetadata', 'samlCertificate'], permit: menu('/app/list'), find: samlTodos },
]

async function runTodos({ db }: TodayContext, scope: Scope): Promise<Partial<Record<TodoKind, FoundTodo>>> {
  if (!scope.all) return {}
  const { waiting, failed } = await troubledRuns(db)
  return { syncBlocked: waiting, syncFailed: failed }
}

async function pushTodos({ db }: TodayContext, scope: Scope): Promise<Partial<Record<TodoKind, FoundTodo>>> {
  if (!scope.all) return {}
  const { waiting, failed } = await troubledPushes(db)
  return { pushHeld: waiting, pushFailed: failed }
}

/** SAML applications whose certificates or metadata expire within 30 days, or with newer metadata to approve. */
async function samlTodos({ db, kernel }: TodayContext, scope: Scope): Promise<Partial<Record<TodoKind, FoundTodo>>> {
  if (!scope.all) return {}
  const { proposals, metadata, certificates } = await samlTroubles(db, kernel.now())
  return { samlProposal: named(proposals), samlMetadata: named(metadata), samlCertificate: named(certificates) }
}

/** Includes the id if there is only one, so that the to-do can link to it. */
const named = (of: readonly { id: string; name: string }[], idName: 'appId' | 'clientId' = 'appId'): FoundTodo => ({
  count: Math.min(of.length, NAMED_COUNTED),
  isMore: of.length > NAMED_COUNTED,
  names: of.slice(0, NAMES_SHOWN).map(({ name }) => name),
  ...(of.length === 1 && { facts: { [idName]: of[0]!.id } }),
})

const audits = ({ rights }: TodayContext['who']) => rights.scopeOf(menu('/audit/operation'))?.all === true

/** To-dos about backups, certificates and keys for super administrators, and about the audit log for its auditors. */
async function upkeep(
  { db, who, kernel }: TodayContext,
  { backup, backupTime, days, message, isBroken }: LastChecks,
): Promise<Partial<Record<TodoKind, FoundTodo | undefined>>> {
  const keeps = who.rights.isAdmin
  const facts = { time: backupTime ?? '', days: String(days ?? 0), message: message ?? '' }
  const backups: Partial<Record<TodoKind, FoundTodo>> =
    backup === null
      ? { backupNever: oneTodo }
      : backup === 0
        ? { backupFailed: { ...oneTodo, facts } }
        : (days ?? 0) >= BACKUP_DAYS
          ? { backupOld: { ...oneTodo, facts } }
          : {}
  const ending = keeps ? await endingSamlKey(db, kernel.now()) : undefined
  const key = ending && {
    samlKey: { ...oneTodo, facts: { time: ending.time, waiting: String(ending.waiting), ...(ending.hasNext && { next: 'true' }) } },
  }
  return {
    ...(keeps && backups),
    ...(keeps && authorityTodo(kernel)),
    ...key,
    ...(audits(who) && isBroken !== false && { [isBroken === true ? 'auditBroken' : 'auditUnchecked']: oneTodo }),
  }
}

/** A trusted certificate authority that expires within 30 days, or has expired. */
function authorityTodo(kernel: TodayContext['kernel']): Partial<Record<TodoKind, FoundTodo>> {
  const days = certificateDays(kernel)
  return days === null || days > AUTHORITY_DAYS ? {} : { authorityEnding: { ...oneTodo, facts: { days: String(days) } } }
}

async function stationsOf({ db, kernel }: TodayContext, { backup }: LastChecks): Promise<Today['stations']> {
  const { values } = kernel.config
  const reached = {
    ...(await readSetupProgress(db)),
    address: kernel.settings.publicUrl !== '',
    sms: values['sms.gateway'] !== '',
    backup: backup === 1,
  }
  const stations = stationKeys.map(key => ({ key, isDone: reached[key] }))
  return stations.every(({ isDone }) => isDone) ? null : stations
}

/** The caller's to-dos of today, the sign-ins, and the setup steps of a new installation. */
export async function todayOf(asking: TodayContext): Promise<Today> {
  const { db, who } = asking
  const checks = who.rights.isAdmin || audits(who) ? await lastChecks(db) : undefined
  const found: Partial<Record<TodoKind, FoundTodo | undefined>> = checks ? await upkeep(asking, checks) : {}
  for (const { permit, find } of todoSources) {
    const scope = who.rights.scopeOf(permit)
    if (scope) Object.assign(found, await find(asking, scope))
  }
  const seesLogins = who.rights.scopeOf(menu('/audit/loginLog'))
  return {
    duties: todoKinds.flatMap(kind => todoOf(kind, found[kind])),
    hours: seesLogins ? await hoursOf(db, seesLogins) : null,
    runs: who.rights.scopeOf(menu('/sync/syncLog'))?.all ? await lastRuns(db, RUNS_SHOWN) : null,
    stations: checks && who.rights.isAdmin ? await stationsOf(asking, checks) : null,
  }
}

const todoOf = (kind: TodoKind, found: FoundTodo | undefined): Todo[] =>
  found && found.count > 0
    ? [{ kind, count: found.count, isMore: found.isMore ?? false, names: found.names ?? [], facts: found.facts ?? {} }]
    : []
