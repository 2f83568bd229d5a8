import type { Pushed } from '../../../../outside/push.ts'
import { isTaken, quotedFor, ScimClient, ScimStop, statusOf, type Resource } from './client.ts'
import type { ScimLine } from './deliver.ts'
import { edit, type Edit } from './edit.ts'

/** The groups a user stays in, joins and leaves. All ids are those of the server. */
export interface GroupChanges {
  userId: string
  stays: readonly string[]
  joins: readonly string[]
  leaves: readonly string[]
}
interface GroupChange {
  group: string
  userId: string
  isJoin: boolean
}
export interface GroupChangeResult {
  /** The first refusal; the memberships that are left are sent with the next change. */
  refused?: Pushed
  /** Whether changes are left, because time ran out or the server stopped answering. */
  isOpen: boolean
  /** The requests that were sent for this user, for the log. */
  sent: object[]
}

const BLOCK = 100
const AT_ONCE = 8
const MISSING = 404
/** Statuses that one member of a block may cause (OF_ONE), and statuses that concern all further requests (OF_ALL). */
const MEMBER_ERRORS = new Set([400, 404, 409, 422])
const SERVER_ERRORS = new Set([0, 429, 503])

/** Sends the membership changes group by group, a hundred members at a time. */
export async function sendGroupChanges(
  line: ScimLine,
  all: readonly GroupChanges[],
  goesOn: () => boolean,
): Promise<Map<string, GroupChangeResult>> {
  const found = new Map(all.map(({ userId }): [string, GroupChangeResult] => [userId, { isOpen: false, sent: [] }]))
  const moves = all.flatMap(({ userId, joins, leaves }): GroupChange[] => [
    ...leaves.map(group => ({ group, userId, isJoin: false })),
    ...joins.map(group => ({ group, userId, isJoin: true })),
  ])
  let isAway = false
  const tell = async (block: readonly GroupChange[]): Promise<void> => {
    if (isAway || !goesOn()) {
      for (const { userId } of block) found.get(userId)!.isOpen = true
      return
    }
    const pushed = await patchGroup(line, block)
    isAway ||= SERVER_ERRORS.has(statusOf(pushed))
    // If the block is refused because of one member, each is sent alone.
    if (block.length > 1 && !isAccepted(pushed, block) && MEMBER_ERRORS.has(statusOf(pushed))) for (const move of block) await tell([move])
    else recordResult(found, block, pushed)
  }
  const groups = Map.groupBy(moves, ({ group }) => group).values()
  const worker = async () => {
    for (const list of groups) for (let at = 0; at < list.length; at += BLOCK) await tell(list.slice(at, at + BLOCK))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return found
}

/**
 * Whether the changes are done. Leaving is done if the group no longer exists, or if a single user is not a member; for a block
 * the answer does not say which user is not.
 */
const isAccepted = (pushed: Pushed, block: readonly GroupChange[]) =>
  isTaken(pushed) || (block.every(({ isJoin }) => !isJoin) && (statusOf(pushed) === MISSING || (block.length === 1 && isNoTarget(pushed))))
const isNoTarget = (pushed: Pushed) => 'status' in pushed && pushed.status === 400 && pushed.text.includes('noTarget')

function recordResult(found: ReadonlyMap<string, GroupChangeResult>, block: readonly GroupChange[], pushed: Pushed): void {
  for (const move of block) {
    const moved = found.get(move.userId)!
    moved.sent.push({ path: `/Groups/${move.group}`, Operations: editOf([move]).operations })
    if (!isAccepted(pushed, block)) moved.refused ??= pushed
  }
}

async function patchGroup(line: ScimLine, block: readonly GroupChange[]): Promise<Pushed> {
  const client = new ScimClient(line.sender, line.url, line.secret)
  try {
    return await edit(client, line.abilities, `/Groups/${encodeURIComponent(block[0]!.group)}`, editOf(block))
  } catch (error) {
    if (error instanceof ScimStop) return error.pushed
    throw error
  }
}

function editOf(block: readonly GroupChange[]): Edit {
  const joins = block.filter(({ isJoin }) => isJoin).map(({ userId }) => ({ value: userId }))
  const leaves = new Set(block.flatMap(({ isJoin, userId }) => (isJoin ? [] : [userId])))
  return {
    operations: [
      ...[...leaves].map(id => ({ op: 'remove', path: `members[value eq ${quotedFor(id)}]` })),
      ...(joins.length > 0 ? [{ op: 'add', path: 'members', value: joins }] : []),
    ],
    applied: present => {
      const members = (Array.isArray(present.members) ? (present.members as Resource[]) : []).filter(
        ({ value }) => !leaves.has(String(value)) && !joins.some(join => join.value === value),
      )
      return { ...present, members: [...members, ...joins] }
    },
  }
}
