import type { ScimGroups } from '@hufu/contract/federation/api-client'
import { newId } from '../../../../platform/database/ids.ts'
import { makeInnerCall } from '../../../../platform/http/inner-call.ts'
import {
  addLabelMembers, addMembers, addOtherJobs, removeLabelMembers, removeMembers, saveLabelMembers, saveMembers, setJobsAt, takeOtherJobs,
} from '../../../directory/index.ts' // prettier-ignore
import { countRemoval } from '../limits/brake.sql.ts'
import type { WriteContext } from '../limits/change.ts'
import { changeOrg, createOrg, deleteOrg } from '../orgs/org-write.ts'
import { problem } from '../protocol/problem.ts'
import { text } from '../text.ts'

/** Writes one kind of group, through the same functions as the console. */
export interface GroupKind {
  /** Returns the id of the new group. */
  create(ctx: WriteContext, name: string): Promise<string>
  rename(ctx: WriteContext, id: string, name: string): Promise<void>
  /** Deletes the group and counts the removal for the brake. */
  remove(ctx: WriteContext, id: string): Promise<void>
  /** Returns how many of the users were not members before. */
  add(ctx: WriteContext, id: string, userIds: readonly string[]): Promise<number>
  /** Returns how many of the users were members before. */
  leave(ctx: WriteContext, id: string, userIds: readonly string[]): Promise<number>
  /** Makes exactly these users the members among those in scope; returns 0 only if nothing changed. */
  set(ctx: WriteContext, id: string, userIds: readonly string[]): Promise<number>
}

const idIn = (saved: unknown): string => (saved as { id: string }).id
const versionOf = (read: unknown): number => (read as { version: number }).version

const workGroups: GroupKind = {
  create: async (ctx, name) =>
    idIn(await makeInnerCall(ctx, { name: 'workGroup.save', body: { name, code: newId(), orgId: ctx.caller.client.rootOrg } })),
  rename: async (ctx, id, name) => {
    const { code, version } = (await makeInnerCall(ctx, { name: 'workGroup.byId', query: { id } })) as { code: string; version: number }
    await makeInnerCall(ctx, { name: 'workGroup.update', body: { id, name, code, version } })
  },
  remove: async (ctx, id) => {
    await countRemoval(ctx.db, ctx.caller, 'members', id)
    await makeInnerCall(ctx, { name: 'workGroup.remove', body: { ids: [id] } })
  },
  add: ({ db, scope }, id, userIds) => addMembers(db, scope, id, userIds),
  leave: ({ db, scope }, id, userIds) => removeMembers(db, scope, id, userIds),
  set: async ({ db, scope }, id, userIds) => {
    await saveMembers(db, scope, { id }, userIds)
    return 1
  },
}

/** All organisations share the labels, so a client whose scope is one branch may only add and remove its own users. */
function refuseBranch({ scope }: WriteContext): void {
  if (!scope.all) problem(403, text.labelOfAll)
}

const labels: GroupKind = {
  create: async (ctx, name) => {
    refuseBranch(ctx)
    return idIn(await makeInnerCall(ctx, { name: 'userLabel.save', body: { name } }))
  },
  rename: async (ctx, id, name) => {
    refuseBranch(ctx)
    const version = versionOf(await makeInnerCall(ctx, { name: 'userLabel.byId', query: { id } }))
    await makeInnerCall(ctx, { name: 'userLabel.update', body: { id, name, version } })
  },
  remove: async (ctx, id) => {
    refuseBranch(ctx)
    await countRemoval(ctx.db, ctx.caller, 'members', id)
    await makeInnerCall(ctx, { name: 'userLabel.remove', body: { ids: [id] } })
  },
  add: ({ db, scope }, id, userIds) => addLabelMembers(db, scope, id, userIds),
  leave: ({ db, scope }, id, userIds) => removeLabelMembers(db, scope, id, userIds),
  set: ({ db, scope }, id, userIds) => saveLabelMembers(db, scope, id, userIds),
}

/** The members are the users with a job in the organisation: joining adds an other job, leaving removes it, a main job stays. */
const orgs: GroupKind = {
  create: async (ctx, name) => idIn(await createOrg(ctx, { name })),
  rename: async (ctx, id, name) => {
    if (id === ctx.caller.client.rootOrg) problem(403, text.ownRootName)
    await changeOrg(ctx, id, { make: before => ({ ...before, name }), ifMatch: undefined })
  },
  remove: (ctx, id) => deleteOrg(ctx, id, undefined),
  add: addOtherJobs,
  leave: takeOtherJobs,
  set: setJobsAt,
}

const kinds: Readonly<Record<ScimGroups, GroupKind>> = { workGroup: workGroups, label: labels, org: orgs }
export const kindOf = ({ caller }: WriteContext): GroupKind => kinds[caller.client.groupsAre]
