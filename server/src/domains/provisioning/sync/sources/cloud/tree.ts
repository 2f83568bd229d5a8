import type { Kernel } from '../../../../../platform/kernel.ts'
import { cutBatches, SourceError, type Connection, type OpenSource, type RawBatch, type RawRow } from '../source.ts'
import { sourceText } from '../source-text.ts'
import { text } from '../../text.ts'
import { readObjects } from './objects.ts'

const AT_ONCE = 8
const TEST_ROWS = 100
/** Most departments that a test searches for a first user. */
const TEST_DEPARTMENTS = 10

/** A vendor's directory: departments with `id` and `parentId`, users with `id` and `departments`, the main department first. */
export interface CloudTree {
  /** All departments if `isWhole`; otherwise the first ones suffice, for a test. */
  departments(isWhole: boolean): Promise<RawRow[]>
  /** Ids of the departments to read users from, including the vendor's root if it has users of its own. */
  rooms(departments: readonly RawRow[]): readonly string[]
  users(departmentId: string): Promise<RawRow[]>
  /** Absent if a request for one object returns other fields than the lists do. */
  single?: SingleCalls
}

/** Requests for one department or user; undefined if the vendor says that it does not exist or lies outside the source. */
export interface SingleCalls {
  /** The source reads only one department and what lies below it, not the whole tenant. */
  isPart: boolean
  department(id: string): Promise<RawRow | undefined>
  /** The direct children of a department. */
  below(id: string): Promise<RawRow[]>
  /** The row has no `departments` if the vendor does not say which they are. */
  user(id: string): Promise<RawRow | undefined>
}
export type OpenTree = (connection: Connection, kernel: Kernel, isTest: boolean) => CloudTree

/** Reads a vendor's departments and users. A user of several departments becomes one row; a failed request ends the read. */
export const treeSource =
  (open: OpenTree): OpenSource =>
  (connection, kernel) => ({
    async *read() {
      const { objectType } = connection
      const tree = opened(open, connection, kernel, false)
      const departments = await tree.departments(true)
      if (objectType !== 'user') yield* cutBatches('org', departments)
      if (objectType !== 'org') yield* usersOf(tree, tree.rooms(departments))
    },
    async readObjects(objects, linkedOrgs) {
      return readObjects(opened(open, connection, kernel, false), connection.objectType, objects, linkedOrgs)
    },
    async test() {
      const { objectType } = connection
      const tree = opened(open, connection, kernel, true)
      const departments = await tree.departments(false)
      const batches: RawBatch[] = objectType === 'user' ? [] : [{ objectType: 'org', rows: departments.slice(0, TEST_ROWS) }]
      if (objectType !== 'org') batches.push({ objectType: 'user', rows: await sampleUsers(tree, tree.rooms(departments)) })
      const count = batches.reduce((sum, { rows }) => sum + rows.length, 0)
      return { ok: true, httpStatus: 200, message: text.test.ok(count), batches }
    },
  })

function opened(open: OpenTree, connection: Connection, kernel: Kernel, isTest: boolean): CloudTree {
  if (connection.secret === '') throw new SourceError(sourceText.cloud.noSecret)
  return open(connection, kernel, isTest)
}

async function* usersOf(tree: CloudTree, rooms: readonly string[]): AsyncGenerator<RawBatch> {
  const users = new Map<string, Record<string, unknown>>()
  for (let at = 0; at < rooms.length; at += AT_ONCE) {
    const some = rooms.slice(at, at + AT_ONCE)
    const answered = await Promise.all(some.map(async room => tree.users(room)))
    for (const row of answered.flat()) {
      const member = users.get(String(row.id))
      const departments = new Set([...((member ?? row).departments as string[]), ...(row.departments as string[])])
      users.set(String(row.id), { ...(member ?? row), departments: [...departments] })
    }
  }
  yield* cutBatches('user', [...users.values()])
}

async function sampleUsers(tree: CloudTree, rooms: readonly string[]): Promise<RawRow[]> {
  for (const room of rooms.slice(0, TEST_DEPARTMENTS)) {
    const users = await tree.users(room)
    if (users.length > 0) return users.slice(0, TEST_ROWS)
  }
  return []
}
