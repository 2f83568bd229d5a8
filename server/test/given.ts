import type { Insertable } from 'kysely'
import { idCardCheckDigit } from '@hufu/contract/text-rules'
import type { OrgDraft } from '@hufu/contract/directory/org'
import type { UserDraft } from '@hufu/contract/directory/user'
import type { Tables } from '../migrations/tables.ts'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { saveOrg } from '../src/domains/directory/org/org-write.sql.ts'
import { insertUser } from '../src/domains/directory/user/edit/user-write.sql.ts'
import { newId } from '../src/platform/database/ids.ts'
import type { Kernel } from '../src/platform/kernel.ts'
import { hashSecret } from '../src/platform/secrets/password-hash.ts'
import { everything } from '../src/platform/access/scope.ts'

export const PASSWORD = 'Person#2026'
/** All serials have the same length, so as text they sort in the order of creation, and none is part of another. */
let serial = 1_000_000
let hash: Promise<string> | undefined

/** Unique for a million consecutive n, with a valid check digit. */
export function idCardOf(n: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const [month, day] = [1 + (Math.floor(n / 3000) % 12), 1 + (Math.floor(n / 36_000) % 28)]
  const first = `110101${1970 + (n % 30)}${two(month)}${two(day)}${String(n % 1000).padStart(3, '0')}`
  return first + idCardCheckDigit(first)
}
export const phoneOf = (n: number): string => `139${String(n).padStart(8, '0')}`

type PersonParts = Partial<Omit<UserDraft, 'jobs'>> & { org?: string; others?: string[]; jobs?: UserDraft['jobs'] }

/** The subject of a grant. */
export type GrantSubject = Pick<Insertable<Tables['appGrant']>, 'subjectType' | 'subjectId'>

/** Creates rows for a test; nothing is cleaned up, because the database is dropped with the file. */
export function builders(kernel: Kernel) {
  const { db, keys, sessions } = kernel
  const org = async (parts: Partial<OrgDraft> = {}): Promise<string> => {
    const n = ++serial
    return db.transaction().execute(trx => saveOrg(trx, everything, { parentId: '1', name: `机构${n}`, code: `O${n}`, ...parts }))
  }
  /** A user with the password `PASSWORD`, who need not change it. */
  const user = async ({ org = '1', others = [], ...parts }: PersonParts = {}): Promise<string> => {
    const n = ++serial
    const jobs = parts.jobs ?? [{ orgId: org, jobType: 1 as const }, ...others.map(orgId => ({ orgId, jobType: 2 as const }))]
    const draft: UserDraft = { userName: `person${n}`, realName: `人员${n}`, passwordType: 2, ...parts, jobs }
    const passwordHash = await (hash ??= hashSecret('none', PASSWORD))
    const id = await db.transaction().execute(trx => insertUser(trx, everything, keys, draft, { passwordHash, passwordType: 2 }))
    await db.updateTable('users').set({ passwordFrom: 'own' }).where('id', '=', id).execute()
    return id
  }
  /** A role with these pages and, as `page#code`, these buttons (`page#*`: all buttons of the page); assigned to the user. */
  const role = async (userId: string, ...grants: string[]): Promise<string> => {
    const id = newId()
    await db
      .insertInto('role')
      .values({ id, code: `r${id}`, name: `角色${id}` })
      .execute()
    const menuIds = grants.flatMap(grant => {
      const [path, code] = grant.split('#')
      const page = shippedMenus.find(node => node.menuUri === path && node.type === 'menu')!
      const buttons = shippedMenus.filter(
        node => node.parentId === page.id && node.type === 'button' && (code === '*' || node.mark === code),
      )
      return [page.id, ...buttons.map(button => button.id)]
    })
    await db
      .insertInto('roleMenu')
      .values([...new Set(menuIds)].map(menuId => ({ roleId: id, menuId })))
      .execute()
    await db.insertInto('userRole').values({ userId, roleId: id }).execute()
    // As after a call that grants it: otherwise a cached session would keep the old rights for a second.
    sessions.forget()
    return id
  }
  const delegatedAdmin = async (userId: string, orgId: string, hasIncludeChild: 0 | 1, ...pages: string[]): Promise<string> => {
    const id = newId()
    await db.insertInto('gradeAdmin').values({ id, userId, orgId, hasIncludeChild }).execute()
    const nodes = shippedMenus.filter(
      node => pages.includes(node.menuUri) || pages.some(page => shippedMenus.find(other => other.menuUri === page)?.id === node.parentId),
    )
    await db
      .insertInto('gradeAdminMenu')
      .values(nodes.map(node => ({ gradeAdminId: id, menuId: node.id })))
      .execute()
    sessions.forget()
    return id
  }
  /** Marks pages and their buttons as meant for delegated administrators, although they are shipped otherwise. */
  const forDelegations = (...pages: string[]) => {
    const ids = shippedMenus.filter(node => pages.includes(node.menuUri)).map(node => node.id)
    const meant = db.updateTable('menu').set({ hsaAuthGradeShow: 1 })
    return meant.where(node => node.or([node('id', 'in', ids), node('parentId', 'in', ids)])).execute()
  }
  /** An application in a group of its own, without roles. */
  const app = async (parts: Partial<Insertable<Tables['app']>> = {}): Promise<string> => {
    const [id, n] = [newId(), ++serial]
    await db.insertInto('appGroup').values({ id, name: `分组${n}` }).execute() // prettier-ignore
    await db
      .insertInto('app')
      .values({ id, appGroupId: id, name: `应用${n}`, code: `app${n}`, protocol: 'oauth2', clientId: `client${n}`, ...parts })
      .execute()
    return id
  }
  const appRole = async (appId: string, parts: Partial<Insertable<Tables['appRole']>> = {}): Promise<string> => {
    const [id, n] = [newId(), ++serial]
    await db.insertInto('appRole').values({ id, appId, code: `ar${n}`, name: `应用角色${n}`, ...parts }).execute() // prettier-ignore
    return id
  }
  const authGroup = async (parts: Partial<Insertable<Tables['authGroup']>> = {}): Promise<string> => {
    const [id, n] = [newId(), ++serial]
    await db.insertInto('authGroup').values({ id, code: `ag${n}`, name: `权限组${n}`, ...parts }).execute() // prettier-ignore
    return id
  }
  /** One grant: a subject gets an application, one of its roles, or a permission group. */
  const grant = async (parts: GrantSubject & Partial<Insertable<Tables['appGrant']>>) => {
    const id = newId()
    await db.insertInto('appGrant').values({ id, grantedBy: '1', ...parts }).execute() // prettier-ignore
    return id
  }
  /** An identity of the user at another provider. */
  const identity = async (userId: string): Promise<string> => {
    const [id, n] = [newId(), ++serial]
    const rules = JSON.stringify({ match: [], create: { isOn: false } })
    const provider = { id, name: `门户${n}`, code: `idp${n}`, kind: 'cas' as const, options: '{}', rules, orgId: '1' }
    await db.insertInto('identityProvider').values(provider).execute()
    await db.insertInto('identityLink').values({ id, providerId: id, subject: userId, userId, name: '', origin: 'self' }).execute() // prettier-ignore
    return id
  }
  return { org, user, role, gradeAdmin: delegatedAdmin, forDelegations, app, appRole, authGroup, grant, identity, next: () => ++serial }
}
export type Builders = ReturnType<typeof builders>
