import {
  findSynced,
  provenEmails,
  type PersonDraft,
  type PositionAttributes,
  type SyncedPerson,
  type UniqueValues,
} from '../../../directory/index.ts'
import { candidateOf, currentOwnersOf, type Candidate, type OwnersByValue } from './candidates.ts'
import { choicesOf } from './conflicts.sql.ts'
import type { ContestedValues } from './contested.ts'
import type { Drafted } from '../mapping/draft.ts'
import { ownersOf, protectedUsers, type CompareContext, type Staged } from './compare-context.ts'
import { findLinks, linkedOrgs, orgsNamed, withUnchangedStatus, type Link, type Owner } from './links.sql.ts'

export interface UserPlans {
  positionAttributes: PositionAttributes
  /** Organisation ids of this read by origin id; new organisations have the id they will be created with. */
  orgIds: ReadonlyMap<string, string>
  contested: ContestedValues
}

export interface UserRow extends Staged {
  drafted: Drafted
  unique: UniqueValues
}

/** What a batch needs from the database, each queried once. */
export interface UserLookups {
  links: ReadonlyMap<string, Link>
  uniqueOwners: OwnersByValue
  candidates: ReadonlyMap<string, Candidate>
  choices: ReadonlyMap<string, 'create' | 'ignore'>
  people: ReadonlyMap<string, SyncedPerson>
  untouchable: ReadonlySet<string>
  owners: ReadonlyMap<string, Owner[]>
  orgIds: ReadonlyMap<string, string>
  untouched: ReadonlySet<string>
  /** E-mail addresses that a user has verified, in lower case. */
  proven: ReadonlySet<string>
}

export async function lookUpUsers(
  { db, sync, scope, who }: CompareContext,
  plans: UserPlans,
  rows: readonly UserRow[],
): Promise<UserLookups> {
  const originIds = rows.map(row => row.originId)
  const links = await findLinks(db, sync.id, 'user', originIds)
  const uniqueOwners = await currentOwnersOf(
    db,
    rows.map(row => row.unique),
  )
  const candidates = new Map(
    rows
      .filter(row => !links.has(row.originId))
      .map(
        row =>
          [
            row.originId,
            candidateOf(uniqueOwners, sync.policy.correlate, row.unique, (row.drafted.fields as PersonDraft).realName),
          ] as const,
      ),
  )
  const ids = [
    ...[...links.values()].map(link => link.objectId),
    ...[...candidates.values()].flatMap(one => (one.is === 'one' ? [one.id] : [])),
  ]
  const back = [...links].flatMap(([originId, link]) => (link.disabledTime === null ? [] : [originId]))
  return {
    links,
    uniqueOwners,
    candidates,
    choices: await choicesOf(db, sync.id, 'user', [...candidates.keys()]),
    people: await findSynced(db, scope, ids),
    untouchable: await protectedUsers(db, { who, sync }, ids),
    owners: await ownersOf(db, sync.id, 'user', ids),
    orgIds: await namedOrgs({ db, sync }, plans, rows),
    untouched: await withUnchangedStatus(db, sync.id, back),
    proven: await provenEmails(
      db,
      rows.flatMap(row => (row.drafted.fields as PersonDraft).email ?? []),
    ),
  }
}

/** The organisations a row names for jobs; undefined if the mapping has no line for them. */
export const jobsOf = ({ values }: Staged): string[] | undefined =>
  Array.isArray(values.jobs) ? values.jobs : values.jobs === null ? [] : undefined

async function namedOrgs(
  { db, sync }: Pick<CompareContext, 'db' | 'sync'>,
  { orgIds }: UserPlans,
  rows: readonly UserRow[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(rows.flatMap(row => jobsOf(row) ?? []))].filter(name => !orgIds.has(name))
  if (wanted.length === 0) return orgIds
  const linked = await linkedOrgs(db, sync.id, wanted)
  // A task that also reads organisations means those of the source; a task of users alone may mean any stored organisation.
  const named = sync.objectType === 'all' ? new Map<string, string>() : await orgsNamed(db, wanted)
  return new Map([...named, ...linked, ...orgIds])
}
