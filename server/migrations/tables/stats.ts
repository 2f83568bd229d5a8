/** Sign-ins as numbers; written by triggers and folded, read through the views. */
export interface StatsTables {
  loginCount: { day: string; hour: number; loginType: string; result: number; reason: string; attempts: number }
  orgLoginTally: { orgId: string; day: string; attempts: number }
  loginTallyDue: {
    day: string
    hour: number
    loginType: string
    result: number
    reason: string
    orgId: string | null
    attempts: number
  }
  activeCount: { unit: 'day' | 'week' | 'month'; begin: string; users: number }
}
