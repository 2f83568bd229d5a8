import { security } from '@hufu/contract/operations/security'
import { configCatalog, configGroups, securityGroups, type ConfigKey, type ConfigValues } from '../../../platform/config/config-catalog.ts'
import { writeConfig } from '../../../platform/config/config.ts'
import { addressAllowed, isHourAllowed } from '../../../platform/http/ip-rules.ts'
import { feature, type Context } from '../../../platform/http/context.ts'
import { guardChange, refuseWrongRules } from './guard.ts'
import { keepFiles } from './setting-files.ts'
import { impactOf, pageChanges } from './security.sql.ts'
import { storedSecret } from './stored-secret.ts'
import { findPendingConfirmation } from './pending-confirmation.sql.ts'
import { confirmPending, revertPending } from './pending-confirmation.ts'

const shipped = Object.fromEntries(Object.entries(configCatalog).map(([key, item]) => [key, item.value])) as ConfigValues
/** Stores settings, which take effect on this node before the reply, on others within a second. */
async function store({ db, kernel, afterCommit }: Context, change: Partial<Record<ConfigKey, unknown>>): Promise<void> {
  await writeConfig(db, change)
  afterCommit(async () => {
    await kernel.config.refresh()
  })
}

const definedOf = <T extends object>(parts: T) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as { [K in keyof T]: NonNullable<T[K]> }

const passwordOf = (values: ConfigValues) => ({ ...values, defaultPassword: { set: values.defaultPassword !== '' } })

const trimmed = (lines: readonly string[] | undefined) => lines?.map(line => line.trim()).filter(line => line !== '')

export const securityFeature = feature('security', security, {
  password: ({ kernel }) => passwordOf(kernel.config.values),
  updatePassword: async ctx => {
    const { defaultPassword, reason: _reason, ...rest } = ctx.body
    const { values } = ctx.kernel.config
    const stored = (sent: string) => storedSecret(ctx, 'defaultPassword', sent, values.defaultPassword, { ...values, ...definedOf(rest) })
    const secret = defaultPassword === undefined ? {} : { defaultPassword: await stored(defaultPassword) }
    await store(ctx, definedOf({ ...rest, ...secret }))
  },
  ip: ({ kernel }) => ({ ...kernel.config.values }),
  updateIp: async ctx => {
    const { trial: pendingConfirmation, reason: _reason, ...rest } = ctx.body
    const change = definedOf({ ...rest, ipWhitelist: trimmed(rest.ipWhitelist), ipBlacklist: trimmed(rest.ipBlacklist) })
    await guardChange(ctx, change, pendingConfirmation)
    await store(ctx, change)
  },
  loginWindow: ({ kernel }) => ({ ...kernel.config.values }),
  updateLoginWindow: async ctx => {
    const { trial: pendingConfirmation, reason: _reason, ...rest } = ctx.body
    const change = definedOf(rest)
    await guardChange(ctx, change, pendingConfirmation)
    await store(ctx, change)
  },
  base: ({ kernel }) => ({ ...kernel.config.values }),
  updateBase: async ctx => {
    const { reason: _reason, countryLogin, ...rest } = ctx.body
    await guardChange(ctx, definedOf(rest.siteAddress === undefined ? {} : { siteAddress: rest.siteAddress }))
    await keepFiles(ctx, definedOf(rest))
    await store(ctx, definedOf({ ...rest, countryLogin: countryLogin === undefined ? undefined : String(countryLogin) }))
  },
  defaults: () => ({ password: shipped, ip: shipped, loginWindow: shipped, base: shipped }),
  access: async ({ db, kernel, ip }) => {
    const pendingConfirmation = await findPendingConfirmation(db)
    const { values } = kernel.config
    const canConfirm = addressAllowed(values, ip) && isHourAllowed(values, kernel.now())
    return { ip, trial: pendingConfirmation ? { ...pendingConfirmation, canConfirm } : null }
  },
  confirmTrial: confirmPending,
  endTrial: async ({ db, kernel, afterCommit }) => {
    await revertPending(db)
    afterCommit(async () => {
      await kernel.config.refresh()
    })
  },
  testIp: ({ body: { ip, ...rules } }) => {
    refuseWrongRules(rules)
    return { allowed: addressAllowed(rules, ip) }
  },
  impact: ({ db, scope, kernel, body }) => {
    refuseWrongRules(definedOf(body))
    return impactOf(db, scope, kernel.config.values, { ...kernel.config.values, ...definedOf(body) })
  },
  changes: ({ db, scope, query, who }) => pageChanges(db, scope, query, who.rights.isAdmin ? configGroups : securityGroups),
})
