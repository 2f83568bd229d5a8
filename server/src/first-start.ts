import { randomInt } from 'node:crypto'
import { randomPassword } from '@hufu/contract/credentials/password'
import { BUILT_IN_ACCOUNT, DEFAULT_RANGE, ROOT_ORG } from '@hufu/contract/screens'
import { sql } from 'kysely'
import { givenPasswordProblem } from './domains/directory/index.ts'
import { shippedMenus, shippedRoles } from './domains/permission/menu/menu-seed.ts'
import { everyone } from './platform/access/scope.ts'
import { inTransaction, SYSTEM, type Db } from './platform/database/db.ts'
import { newId } from './platform/database/ids.ts'
import type { Kernel } from './platform/kernel.ts'
import { hashSecret } from './platform/secrets/password-hash.ts'
import { refuseSetting } from './settings.ts'
import { gramsOf, pinyinOf, searchTextOf } from './platform/text/pinyin.ts'

const ADMIN_NAME = '系统管理员'
const ROOT_NAME = '组织机构'

/** Seeds an empty database. Returns the administrator's password if it was generated here, to be shown once. */
export async function firstStart(kernel: Kernel): Promise<string | undefined> {
  const there = await everyone('runs before the first call, without a caller', kernel.db.selectFrom('users'))
    .select('id')
    .where('id', '=', BUILT_IN_ACCOUNT)
    .executeTakeFirst()
  if (there) return undefined
  const given = kernel.settings.adminPassword
  const problem = given ? await givenPasswordProblem(kernel, given, { names: ['admin', ADMIN_NAME] }) : undefined
  if (problem !== undefined) refuseSetting('HUFU_ADMIN_PASSWORD', problem)
  const password = given || randomPassword(randomInt, kernel.config.values)
  const passwordHash = await hashSecret('none', password)
  const seeded = await inTransaction(kernel.db, SYSTEM, db => seed(db, passwordHash))
  return seeded && !given ? password : undefined
}

async function seed(db: Db, passwordHash: string): Promise<boolean> {
  // Two nodes may start at the same time; the second one finds everything seeded.
  await sql`select pg_advisory_xact_lock(7313)`.execute(db)
  const there = await everyone('runs before the first call, without a caller', db.selectFrom('users'))
    .select('id')
    .where('id', '=', BUILT_IN_ACCOUNT)
    .executeTakeFirst()
  if (there) return false
  await seedRootOrg(db)
  await seedAdministrator(db, passwordHash)
  await seedRights(db)
  return true
}

async function seedRootOrg(db: Db): Promise<void> {
  const { full, initials } = pinyinOf(ROOT_NAME)
  const search = searchTextOf([ROOT_NAME, 'ROOT', full, initials])
  await everyone('runs before the first call, without a caller', db.insertInto('org'))
    .values({ id: ROOT_ORG, parentId: null, name: ROOT_NAME, code: 'ROOT', sortNum: 1, pinyin: full, initials, search })
    .execute()
  await db.insertInto('orgRange').values({ id: DEFAULT_RANGE, name: '全部机构', sortNum: 1 }).execute()
  await db.insertInto('orgRangeRoot').values({ rangeId: DEFAULT_RANGE, orgId: ROOT_ORG }).execute()
}

async function seedAdministrator(db: Db, passwordHash: string): Promise<void> {
  const { full, initials } = pinyinOf(ADMIN_NAME)
  const search = searchTextOf(['admin', ADMIN_NAME, full, initials])
  const person = { id: BUILT_IN_ACCOUNT, userName: 'admin', realName: ADMIN_NAME, passwordHash, passwordType: 2 }
  await everyone('runs before the first call, without a caller', db.insertInto('users'))
    .values({ ...person, pinyin: full, initials, search, grams: gramsOf(search) })
    .execute()
  await everyone('runs before the first call, without a caller', db.insertInto('job'))
    .values({ id: newId(), userId: BUILT_IN_ACCOUNT, orgId: ROOT_ORG, jobType: 1, sortNum: 1 })
    .execute()
}

async function seedRights(db: Db): Promise<void> {
  await db
    .insertInto('menu')
    .values([...shippedMenus])
    .execute()
  for (const { code, name, menus } of shippedRoles) {
    await db.insertInto('role').values({ id: code, code, name, builtIn: 1 }).execute()
    if (menus.length > 0)
      await db
        .insertInto('roleMenu')
        .values(menus.map(menuId => ({ roleId: code, menuId })))
        .execute()
  }
  await db.insertInto('userRole').values({ userId: BUILT_IN_ACCOUNT, roleId: 'super_admin' }).execute()
}
