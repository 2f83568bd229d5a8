import type { AnyCall } from '../call.ts'
import { userLabel } from '../directory/label.ts'
import { org } from '../directory/org.ts'
import { orgRange } from '../directory/org-range.ts'
import { positionAttribute } from '../directory/position-attribute.ts'
import { businessLine } from '../directory/business-line.ts'
import { ticket } from '../sign-in/ticket.ts'
import { user } from '../directory/user.ts'
import { scimCalls } from './scim.ts'
import { workGroup } from '../directory/work-group.ts'

const positionAttributeCalls = ({ rank }: { rank: typeof positionAttribute.rank }) => [
  rank.page,
  rank.list,
  rank.byId,
  rank.save,
  rank.update,
  rank.remove,
  rank.setStatus,
  rank.setSortNum,
  rank.codeTaken,
  rank.nameTaken,
]

/**
 * The calls that can be granted to an API client (docs/decisions/api-clients.md, 0031): those about people, organisations and what they are
 * sorted by. None concerns the caller themselves, sessions, passwords, roles, administrators or settings, and the guard lets
 * a client make no other call, whatever it was granted.
 */
const opened: readonly AnyCall[] = [
  ticket.create,
  org.tree, org.search, org.path, org.page, org.byId, org.save, org.update, org.remove, org.setStatus, org.move, org.setSortNum,
  org.codeTaken, org.nameTaken, org.originTaken, org.saveMany, org.pageDeleted, org.deletedById,
  orgRange.list,
  user.page, user.pick, user.byOrg, user.byId, user.save, user.update, user.saveMany, user.remove, user.setStatus, user.setSortNum,
  user.pageJob, user.removeJob, user.userNameTaken, user.userNameFree, user.generateUserName, user.phoneTaken, user.idCardTaken,
  user.originUserIdTaken, user.jobNumberTaken, user.requiredFields, user.pageDeleted, user.deletedById,
  ...[positionAttribute.rank, positionAttribute.title, positionAttribute.duty, positionAttribute.post].flatMap(rank => positionAttributeCalls({ rank })),
  userLabel.page, userLabel.list, userLabel.byId, userLabel.save, userLabel.update, userLabel.remove, userLabel.setStatus,
  userLabel.nameTaken, userLabel.pageUser, userLabel.addUser, userLabel.removeUser,
  businessLine.page, businessLine.list, businessLine.byId, businessLine.save, businessLine.update, businessLine.remove, businessLine.setStatus, businessLine.codeTaken, businessLine.nameTaken,
  businessLine.tree, businessLine.pageOrg, businessLine.pageUser, businessLine.addOrg, businessLine.moveOrg, businessLine.removeOrg, businessLine.setSortNum,
  workGroup.page, workGroup.list, workGroup.byId, workGroup.save, workGroup.update, workGroup.remove, workGroup.setStatus,
  workGroup.codeTaken, workGroup.nameTaken, workGroup.members, workGroup.saveMembers, workGroup.removeUser,
  ...Object.values(scimCalls),
] // prettier-ignore

/** The key under which a grant stores a call: method and path, such as `POST /common/createTicket`. */
export const callKey = ({ method, path }: Pick<AnyCall, 'method' | 'path'>): string => `${method} ${path}`
export const clientCalls: ReadonlyMap<string, AnyCall> = new Map(opened.map(call => [callKey(call), call]))
