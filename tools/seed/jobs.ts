import { MAIN_JOB, OTHER_JOB } from '@hufu/contract/directory/user'
import type { Db } from '../../server/src/platform/database/db.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import { pick, type Random } from '../sample/random.ts'
import type { Row } from '../../server/migrations/tables.ts'
import type { PositionAttributes } from './position-attributes.ts'

const SORT_MAX = 999_999
/** How many of a hundred people work at provinces, cities, counties and townships, by the length of the division's code. */
const shares: readonly (readonly [codeLength: number, share: number])[] = [[2, 3], [4, 12], [6, 60], [9, 25]] // prettier-ignore
const OTHER_JOB_SHARE = 0.12

/** Assigns jobs to people, each at the end of its organisation's list. */
export class JobGiver {
  readonly #levels: readonly (readonly string[])[]
  readonly #positionAttributes: PositionAttributes
  readonly #lastPlace: Map<string, number>

  private constructor(levels: readonly (readonly string[])[], positionAttributes: PositionAttributes, lastPlace: Map<string, number>) {
    this.#levels = levels
    this.#positionAttributes = positionAttributes
    this.#lastPlace = lastPlace
  }

  static async open(db: Db, positionAttributes: PositionAttributes): Promise<JobGiver> {
    const orgs = await db
      .selectFrom('org')
      .select(['id', 'code'])
      .where('deletedAt', 'is', null)
      .where('code', '~', '^[0-9]+$')
      .orderBy('code')
      .execute()
    const levels = shares.flatMap(([length, share]) =>
      Array<string[]>(share).fill(orgs.filter(({ code }) => code.length === length).map(({ id }) => id)),
    )
    if (!levels.every(level => level.length > 0)) throw new Error('示例机构不在数据库中，请先执行 seedOrgs')
    const last = await db
      .selectFrom('job')
      .select(({ fn }) => ['orgId', fn.max('sortNum').as('last')])
      .groupBy('orgId')
      .execute()
    return new JobGiver(levels, positionAttributes, new Map(last.map(({ orgId, last: place }) => [orgId, place])))
  }

  /** One main job; 12 in 100 people have another job in a different organisation of the same level. */
  jobsOf(userId: string, random: Random): { main: Row<'job'>; other: Row<'job'> | undefined } {
    const level = pick(this.#levels, random)
    const mainOrg = pick(level, random)
    const main = this.#job(userId, mainOrg, MAIN_JOB, random)
    if (random() >= OTHER_JOB_SHARE) return { main, other: undefined }
    const elsewhere = level[(level.indexOf(mainOrg) + 1 + Math.floor(random() * 5)) % level.length]!
    return { main, other: elsewhere === mainOrg ? undefined : this.#job(userId, elsewhere, OTHER_JOB, random) }
  }

  #job(userId: string, orgId: string, jobType: Row<'job'>['jobType'], random: Random): Row<'job'> {
    const { rank, title, duty, post } = this.#positionAttributes
    const sortNum = Math.min(SORT_MAX, (this.#lastPlace.get(orgId) ?? 0) + 1)
    this.#lastPlace.set(orgId, sortNum)
    const maybe = (share: number, ids: readonly string[]) => (random() < share ? pick(ids, random) : null)
    // Squaring favours the lower ranks, as in life.
    const rankId = rank[Math.floor(rank.length * (1 - random() ** 2))] ?? rank.at(-1)!
    return {
      id: newId(),
      userId,
      orgId,
      jobType,
      rankId,
      titleId: maybe(0.4, title),
      dutyId: maybe(0.3, duty),
      postId: maybe(0.9, post),
      sortNum,
    }
  }
}
