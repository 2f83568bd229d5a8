import type { Answer, Call } from './json-service.ts'

/** The secret that the fakes accept. */
export const VENDOR_SECRET = 'of-this-test-alone'

/** An organisation's data at a vendor; the first department is the top. */
export interface Tenant {
  departments: { id: number; parent: number; name?: string }[]
  /** User ids by department. */
  members: Record<string, string[]>
  /** Names of users whose name is not their id. */
  names?: Record<string, string>
  /** Users whom Feishu still lists as resigned. */
  resigned?: string[]
}

export interface VendorFailures {
  /** How many calls a token is valid for. */
  tokenCalls?: number
  /** Every n-th call is refused as too frequent. */
  limitEvery?: number
  /** The id of a department or user for which no answer comes. */
  silent?: string
  /** The application may not read users. */
  noScope?: boolean
  /** The application may read lists, but not single users. */
  noSingle?: boolean
  /** Users and departments outside what the application may see. */
  unseen?: readonly string[]
}

export interface Vendor {
  answer: (call: Call) => Answer
  state: Gate
}
interface Gate {
  issue: () => string
  verdictOf: (token: string | null) => 'done' | 'expired' | 'limited'
  /** How many tokens were issued. */
  tokens: () => number
}

/** Counts the calls of each token, and refuses every n-th call. */
export function gate(failures: VendorFailures): Gate {
  let [tokens, used, calls] = [0, 0, 0]
  return {
    issue: () => {
      used = 0
      tokens += 1
      return `token-${tokens}`
    },
    verdictOf: token => {
      calls += 1
      if (calls % (failures.limitEvery ?? Infinity) === 0) return 'limited'
      used += 1
      return token !== `token-${tokens}` || used > (failures.tokenCalls ?? Infinity) ? 'expired' : 'done'
    },
    tokens: () => tokens,
  }
}

export const departmentsOf = ({ members }: Tenant, user: string) => Object.keys(members).filter(id => members[id]!.includes(user)).map(Number) // prettier-ignore
export const departmentOf = ({ departments }: Tenant, id: number) => departments.find(row => row.id === id)
export const nameOf = ({ id, name }: Tenant['departments'][number]) => name ?? `部门${id}`
export const userNameOf = ({ names }: Tenant, user: string) => names?.[user] ?? user
