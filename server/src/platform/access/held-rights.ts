import type { AnyCall, Permit } from '@hufu/contract/call'
import { allows, holdingsOf, type Holdings } from '@hufu/contract/permit'
import { isDevops } from '@hufu/contract/screens'
import type { Strength } from '@hufu/contract/sign-in/strength'
import { dutiesOf, type Duty } from '@hufu/contract/permission/separation'
import { dutyNodes } from './duty-nodes.ts'
import type { Grade } from './grades.ts'
import type { MenuRow } from './menu-nodes.ts'
import { everything, type Scope } from './scope.ts'

function held(nodes: readonly MenuRow[], byId: ReadonlyMap<string, MenuRow>): Holdings {
  const pages = nodes.filter(node => node.type === 'menu' && node.menuUri !== '')
  const buttons = nodes.filter(node => node.type === 'button' && node.mark)
  return holdingsOf(
    pages.map(({ id, parentId, menuUri }) => ({ id, parentId, address: menuUri })),
    buttons.map(({ parentId, mark }) => ({ parentId, code: mark! })),
    id => byId.get(id),
  )
}

/** What one user may do, read at one moment. */
export interface Rights {
  isAdmin: boolean
  isGradeAdmin: boolean
  /** Every node granted and enabled, with the directories above it, by sortNum. */
  nodes: readonly MenuRow[]
  /** Those of his roles and his duty alone. */
  roleNodes: readonly MenuRow[]
  /** His among the three of a separation of duties, in force or not. */
  duty: Duty | undefined
  /** The most any of his roles asks for besides the first factor. */
  secondFactor: Strength
  /** The grants that let him make a call; none where a role of his does. */
  gradesFor(permit: Permit): readonly Grade[]
  /** Of a system: the calls it was given, and nothing else. A person's hang on permits alone. */
  calls?: ReadonlySet<AnyCall>
  /** Undefined: not permitted. Otherwise the rows the call may reach. */
  scopeOf(permit: Permit): Scope | undefined
}

const GRADE_ONLY_PAGE = '/system/gradeAdmins'
const GRADE_ONLY_BUTTON = 'grade-auth'

/** What gives somebody rights. */
export interface Sources {
  isSuper: boolean
  duty: Duty | undefined
  menus: readonly MenuRow[]
  ofRoles: readonly MenuRow[]
  grades: readonly Grade[]
  gradeOpen: boolean
  secondFactor: Strength
}

/** The ordinary case: roles, duty and grants of branches together. */
export function together(sources: Sources): Rights {
  const { isSuper, duty, menus, ofRoles } = sources
  const ofDuty = duty === undefined ? [] : dutyNodes(duty, menus).filter(node => !isDevops(node.menuUri))
  return rightsFrom(sources, {
    isAdmin: isSuper,
    roleNodes: [...new Set([...ofRoles, ...ofDuty])],
    mayAsk: permit => permit !== 'superAdmin',
  })
}

/**
 * While duties are separated (三员分立) nobody may do everything: each of the three has what is his, whoever else has
 * rights has of them what is the system administrator's, and super administrators rest.
 */
export function separated(sources: Sources): Rights {
  const { isSuper, duty, menus, ofRoles, grades } = sources
  const mine = duty ?? 'system'
  return rightsFrom(
    { ...sources, grades: duty ? [] : grades.map(grade => ({ ...grade, nodes: dutyNodes(mine, grade.nodes) })) },
    {
      isAdmin: false,
      roleNodes: duty ? dutyNodes(duty, menus) : isSuper ? [] : dutyNodes('system', ofRoles),
      mayAsk: permit => (permit === 'superAdmin' ? duty === 'security' : dutiesOf(permit).length === 0 || dutiesOf(permit).includes(mine)),
    },
  )
}

interface Held {
  isAdmin: boolean
  roleNodes: readonly MenuRow[]
  mayAsk: (permit: Permit) => boolean
}

function rightsFrom({ duty, menus, grades, gradeOpen, secondFactor }: Sources, { isAdmin, roleNodes, mayAsk }: Held): Rights {
  const byId = new Map(menus.map(node => [node.id, node]))
  const ofRoles = held(roleNodes, byId)
  const ofGrades = grades.map(grade => ({ grade, holdings: held(grade.nodes, byId) }))
  const gradesFor = (permit: Permit): Grade[] =>
    typeof permit !== 'object' || isAdmin || allows(permit, ofRoles)
      ? []
      : ofGrades.filter(({ holdings }) => allows(permit, holdings)).map(({ grade }) => grade)
  // While grade administration is off nobody is offered what belongs to it, and who asks nevertheless is told why (D-34).
  const isOffered = (node: MenuRow) => gradeOpen || (node.menuUri !== GRADE_ONLY_PAGE && node.mark !== GRADE_ONLY_BUTTON)
  return {
    isAdmin,
    isGradeAdmin: grades.length > 0,
    duty,
    secondFactor,
    nodes: [...new Set([...roleNodes.filter(isOffered), ...grades.flatMap(grade => grade.nodes)])].sort(
      (a, b) => a.sortNum - b.sortNum || (a.id < b.id ? -1 : 1),
    ),
    roleNodes,
    gradesFor,
    scopeOf(permit) {
      if (permit === 'client') return undefined
      if (isAdmin || permit === 'anyone' || permit === 'signedIn') return everything
      if (!mayAsk(permit)) return undefined
      if (permit === 'superAdmin' || allows(permit, ofRoles)) return everything
      const roots = gradesFor(permit).map(({ orgId, hasIncludeChild }) => ({ orgId, below: hasIncludeChild === 1 }))
      return roots.length > 0 ? { all: false, roots } : undefined
    },
  }
}

/**
 * Those of a system: the calls it was given, upon the whole house. It is no administrator and holds no page; while duties
 * are separated it has of its calls what is the system administrator's.
 */
export function clientRights(calls: ReadonlySet<AnyCall>, isSeparated: boolean): Rights {
  const permits = new Set([...calls].map(call => call.permit))
  const mayAsk = (permit: Permit) => !isSeparated || dutiesOf(permit).length === 0 || dutiesOf(permit).includes('system')
  return {
    isAdmin: false,
    isGradeAdmin: false,
    duty: undefined,
    secondFactor: '',
    nodes: [],
    roleNodes: [],
    calls,
    gradesFor: () => [],
    scopeOf: permit => (permits.has(permit) && mayAsk(permit) ? everything : undefined),
  }
}
