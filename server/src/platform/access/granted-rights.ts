import type { AnyCall, Permit } from '@hufu/contract/call'
import { allows, holdingsOf, type Holdings } from '@hufu/contract/permit'
import { isDevops } from '@hufu/contract/screens'
import type { Strength } from '@hufu/contract/sign-in/strength'
import { segregatedRolesOf, type SegregatedRole } from '@hufu/contract/permission/separation'
import type { Delegation } from './delegations.ts'
import { segregatedRoleNodes, type MenuRow } from './menu-nodes.ts'
import { everything, type Scope } from './scope.ts'

function holdingsFrom(nodes: readonly MenuRow[], byId: ReadonlyMap<string, MenuRow>): Holdings {
  const pages = nodes.filter(node => node.type === 'menu' && node.menuUri !== '')
  const buttons = nodes.filter(node => node.type === 'button' && node.mark)
  return holdingsOf(
    pages.map(({ id, parentId, menuUri }) => ({ id, parentId, address: menuUri })),
    buttons.map(({ parentId, mark }) => ({ parentId, code: mark! })),
    id => byId.get(id),
  )
}

/** What one user may do, as read at one moment. */
export interface Rights {
  isAdmin: boolean
  isGradeAdmin: boolean
  /** All granted, enabled nodes and the directories above them, by sortNum. */
  nodes: readonly MenuRow[]
  /** Those granted by roles and the segregated role, without delegations. */
  roleNodes: readonly MenuRow[]
  /** Nodes the user may grant: their own, and for the security administrator also the system administrator's. */
  giveable: readonly MenuRow[]
  /** True while duties are separated; some granted rights are then suspended. */
  isSeparated: boolean
  /** The user's segregated role, whether or not the separation is in force. */
  segregatedRole: SegregatedRole | undefined
  /** The strongest second factor that any of their roles requires. */
  secondFactor: Strength
  /** The delegations that allow a call; none where a role already allows it. */
  delegationsFor(permit: Permit): readonly Delegation[]
  /** For an API client: the calls it was granted, each with the administrator who opened it. For users, permits decide instead. */
  calls?: ReadonlyMap<AnyCall, string | null>
  /** The rows the call may reach; undefined if it is not permitted. */
  scopeOf(permit: Permit): Scope | undefined
  /** Whether the user may grant calls of this permit to an API client, for all organisations. */
  mayGive(permit: Permit): boolean
}

/** While duties are separated, the security administrator grants rights and does not use them. */
export const isSecurityAdmin = ({ segregatedRole, isSeparated }: Pick<Rights, 'segregatedRole' | 'isSeparated'>): boolean =>
  isSeparated && segregatedRole === 'security'

const DELEGATION_ONLY_PAGE = '/system/gradeAdmins'
const DELEGATION_ONLY_BUTTON = 'grade-auth'

/** The sources of a user's rights. */
export interface Sources {
  isSuper: boolean
  segregatedRole: SegregatedRole | undefined
  menus: readonly MenuRow[]
  ofRoles: readonly MenuRow[]
  delegations: readonly Delegation[]
  delegationOpen: boolean
  secondFactor: Strength
}

/** Rights while duties are not separated: those of roles, segregated role and delegations together. */
export function combinedRights(sources: Sources): Rights {
  const { isSuper, segregatedRole, menus, ofRoles } = sources
  const ofSegregatedRole =
    segregatedRole === undefined ? [] : segregatedRoleNodes(segregatedRole, menus).filter(node => !isDevops(node.menuUri))
  return rightsFrom(sources, {
    isAdmin: isSuper,
    roleNodes: [...new Set([...ofRoles, ...ofSegregatedRole])],
    mayAsk: permit => permit !== 'superAdmin',
    isSeparated: false,
  })
}

/**
 * Rights while duties are separated (三员分立). Each of the three administrators has only the rights of their segregated role,
 * everybody else only those that also belong to the system administrator; super administrators have none.
 */
export function separated(sources: Sources): Rights {
  const { isSuper, segregatedRole, menus, ofRoles, delegations } = sources
  const mine = segregatedRole ?? 'system'
  return rightsFrom(
    {
      ...sources,
      delegations: segregatedRole
        ? []
        : delegations.map(delegation => ({ ...delegation, nodes: segregatedRoleNodes(mine, delegation.nodes) })),
    },
    {
      isAdmin: false,
      roleNodes: segregatedRole ? segregatedRoleNodes(segregatedRole, menus) : isSuper ? [] : segregatedRoleNodes('system', ofRoles),
      mayAsk: permit => (permit === 'superAdmin' ? segregatedRole === 'security' : belongsTo(mine, permit)),
      isSeparated: true,
    },
  )
}

const belongsTo = (owner: SegregatedRole, permit: Permit): boolean => {
  const owners = segregatedRolesOf(permit)
  return owners.length === 0 || owners.includes(owner)
}

interface GrantedRights extends Pick<Rights, 'isAdmin' | 'isSeparated'> {
  roleNodes: readonly MenuRow[]
  mayAsk: (permit: Permit) => boolean
}

function rightsFrom(
  { segregatedRole, menus, delegations, delegationOpen, secondFactor }: Sources,
  { isAdmin, roleNodes, mayAsk, isSeparated }: GrantedRights,
): Rights {
  const byId = new Map(menus.map(node => [node.id, node]))
  const ofRoles = holdingsFrom(roleNodes, byId)
  const ofDelegations = delegations.map(delegation => ({ delegation, holdings: holdingsFrom(delegation.nodes, byId) }))
  const delegationsFor = (permit: Permit): Delegation[] =>
    typeof permit !== 'object' || isAdmin || allows(permit, ofRoles)
      ? []
      : ofDelegations.filter(({ holdings }) => allows(permit, holdings)).map(({ delegation }) => delegation)
  // Hidden while delegated administration is off; its calls are then refused with the reason.
  const isOffered = (node: MenuRow) => delegationOpen || (node.menuUri !== DELEGATION_ONLY_PAGE && node.mark !== DELEGATION_ONLY_BUTTON)
  const givesMore = isSecurityAdmin({ segregatedRole, isSeparated })
  const scopeOf = (permit: Permit): Scope | undefined => {
    if (permit === 'client') return undefined
    if (isAdmin || permit === 'anyone' || permit === 'signedIn') return everything
    if (!mayAsk(permit)) return undefined
    if (permit === 'superAdmin' || allows(permit, ofRoles)) return everything
    const roots = delegationsFor(permit).map(({ orgId, hasIncludeChild }) => ({ orgId, below: hasIncludeChild === 1 }))
    return roots.length > 0 ? { all: false, roots } : undefined
  }
  return {
    isAdmin,
    isGradeAdmin: delegations.length > 0,
    segregatedRole,
    secondFactor,
    nodes: [...new Set([...roleNodes.filter(isOffered), ...delegations.flatMap(delegation => delegation.nodes)])].sort(
      (a, b) => a.sortNum - b.sortNum || (a.id < b.id ? -1 : 1),
    ),
    roleNodes,
    giveable: givesMore ? [...new Set([...roleNodes, ...segregatedRoleNodes('system', menus)])] : roleNodes,
    isSeparated,
    delegationsFor,
    scopeOf,
    mayGive: permit => scopeOf(permit)?.all === true || (givesMore && typeof permit === 'object' && belongsTo('system', permit)),
  }
}

/** Used where no user acts: by a synchronisation source, or a rule that makes accounts. */
export const noRights: Rights = {
  isAdmin: false,
  isGradeAdmin: false,
  segregatedRole: undefined,
  secondFactor: '',
  nodes: [],
  roleNodes: [],
  giveable: [],
  isSeparated: false,
  calls: new Map(),
  delegationsFor: () => [],
  scopeOf: () => undefined,
  mayGive: () => false,
}

/**
 * The rights of an API client: its granted calls, for all organisations. It is no administrator and has no pages; while duties are
 * separated, only calls that belong to the system administrator remain.
 */
export function clientRights(calls: ReadonlyMap<AnyCall, string | null>, isSeparated: boolean): Rights {
  const permits = new Set([...calls.keys()].map(call => call.permit))
  return {
    ...noRights,
    isSeparated,
    calls,
    scopeOf: permit => (permits.has(permit) && (!isSeparated || belongsTo('system', permit)) ? everything : undefined),
  }
}
