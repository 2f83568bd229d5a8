import type { Answer, Call } from './json-service.ts'

/** The secret that the fakes take. */
export const VENDOR_SECRET = 'of-this-test-alone'

/** What an organisation has at a vendor; the first department is the top. */
export interface Tenant {
  departments: { id: number; parent: number; name?: string }[]
  /** By department. */
  members: Record<string, string[]>
  /** Of users whose name is not their id. */
  names?: Record<string, string>
  /** Users whom Feishu still knows as having left. */
  resigned?: string[]
}

export interface VendorFaults {
  /** Calls that a token is good for. */
  tokenCalls?: number
  /** Each so-many-th call is refused for its frequency. */
  limitEvery?: number
  /** The department or user that is not answered. */
  silent?: string
  /** The application has no right to the users. */
  noScope?: boolean
  /** It has the right to lists, not to single users. */
  noSingle?: boolean
  /** Users and departments that lie outside what the application may see. */
  unseen?: readonly string[]
}

export interface Vendor {
  answer: (call: Call) => Answer
  state: Gate
}
interface Gate {
  issue: () => string
  verdictOf: (token: string | null) => 'done' | 'expired' | 'limited'
  /** Tokens that were issued. */
  tokens: () => number
}

/** Counts what a token is good for and refuses now and then. */
export function gate(faults: VendorFaults): Gate {
  let [tokens, used, calls] = [0, 0, 0]
  return {
    issue: () => {
      used = 0
      tokens += 1
      return `token-${tokens}`
    },
    verdictOf: token => {
      calls += 1
      if (calls % (faults.limitEvery ?? Infinity) === 0) return 'limited'
      used += 1
      return token !== `token-${tokens}` || used > (faults.tokenCalls ?? Infinity) ? 'expired' : 'done'
    },
    tokens: () => tokens,
  }
}

export const departmentsOf = ({ members }: Tenant, user: string) => Object.keys(members).filter(id => members[id]!.includes(user)).map(Number) // prettier-ignore
export const departmentOf = ({ departments }: Tenant, id: number) => departments.find(row => row.id === id)
export const nameOf = ({ id, name }: Tenant['departments'][number]) => name ?? `部门${id}`
export const userNameOf = ({ names }: Tenant, user: string) => names?.[user] ?? user
