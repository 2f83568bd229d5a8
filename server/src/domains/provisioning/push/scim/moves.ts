import type { Pushed } from '../../../../outside/push.ts'
import { isTaken, quotedFor, ScimClient, ScimStop, statusOf, type Resource } from './client.ts'
import type { ScimLine } from './deliver.ts'
import { edit, type Edit } from './edit.ts'

/** The groups a user stays in, joins and leaves. All ids are those of the server. */
export interface Moves {
  userId: string
  stays: readonly string[]
  joins: readonly string[]
  leaves: readonly string[]
}
interface Move {
  group: string
  userId: string
  isJoin: boolean
}
export interface Moved {
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
const OF_ONE = new Set([400, 404, 409, 422])
const OF_ALL = new Set([0, 429, 503])

/** Sends the membership changes group by group, a hundred members at a time. */
export async function tellMoves(line: ScimLine, all: readonly Moves[], goesOn: () => boolean): Promise<Map<string, Moved>> {
  const found = new Map(all.map(({ userId }): [string, Moved] => [userId, { isOpen: false, sent: [] }]))
  const moves = all.flatMap(({ userId, joins, leaves }): Move[] => [
    ...leaves.map(group => ({ group, userId, isJoin: false })),
    ...joins.map(group => ({ group, userId, isJoin: true })),
  ])
  let isAway = false
  const tell = async (block: readonly Move[]): Promise<void> => {
    if (isAway || !goesOn()) {
      for (const { userId } of block) found.get(userId)!.isOpen = true
      return
    }
    const pushed = await tellGroup(line, block)
    isAway ||= OF_ALL.has(statusOf(pushed))
    // If the block is refused because of one member, each is sent alone.
    if (block.length > 1 && !isPassed(pushed, block) && OF_ONE.has(statusOf(pushed))) for (const move of block) await tell([move])
    else note(found, block, pushed)
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
const isPassed = (pushed: Pushed, block: readonly Move[]) =>
  isTaken(pushed) || (block.every(({ isJoin }) => !isJoin) && (statusOf(pushed) === MISSING || (block.length === 1 && isNoTarget(pushed))))
const isNoTarget = (pushed: Pushed) => 'status' in pushed && pushed.status === 400 && pushed.text.includes('noTarget')

function note(found: ReadonlyMap<string, Moved>, block: readonly Move[], pushed: Pushed): void {
  for (const move of block) {
    const moved = found.get(move.userId)!
    moved.sent.push({ path: `/Groups/${move.group}`, Operations: editOf([move]).operations })
    if (!isPassed(pushed, block)) moved.refused ??= pushed
  }
}

async function tellGroup(line: ScimLine, block: readonly Move[]): Promise<Pushed> {
  const client = new ScimClient(line.sender, line.url, line.secret)
  try {
    return await edit(client, line.abilities, `/Groups/${encodeURIComponent(block[0]!.group)}`, editOf(block))
  } catch (error) {
    if (error instanceof ScimStop) return error.pushed
    throw error
  }
}

function editOf(block: readonly Move[]): Edit {
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
