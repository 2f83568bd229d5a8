import { openFake, type FakeRequest, type Fake, type FakeReply } from './fake.ts'

export interface HrPerson {
  id: string
  login: string
  name: string
  mobile?: string
  dept?: string | string[]
  state?: string
  number?: string
  gone?: string
  /** When the source changed it, by its own clock. */
  changed?: string
}
export interface HrOrg {
  deptId: string
  title: string
  above?: string
}

/** A human resources system that serves users and departments as JSON, in pages of `size` if requested. */
export interface HrSource extends Fake {
  people: HrPerson[]
  orgs: HrOrg[]
  /** Runs when a page of users is requested, before the answer. */
  whenAsked: (page: number) => void | Promise<void>
}

export async function openHrSource(): Promise<HrSource> {
  const state = { people: [] as HrPerson[], orgs: [] as HrOrg[], whenAsked: (_page: number): void | Promise<void> => undefined }
  const answer = async ({ url }: FakeRequest): Promise<FakeReply> => {
    const all: readonly object[] = url.pathname === '/depts' ? state.orgs : state.people
    const size = Number(url.searchParams.get('size') ?? 0)
    const page = Number(url.searchParams.get('page') ?? 1)
    if (url.pathname === '/people') await state.whenAsked(page)
    const since = url.searchParams.get('since')
    const list = since === null || url.pathname === '/depts' ? all : state.people.filter(one => (one.changed ?? '') >= since)
    const rows = size > 0 ? list.slice((page - 1) * size, page * size) : list
    return { text: JSON.stringify({ data: { list: rows, total: list.length } }) }
  }
  return Object.assign(state, await openFake(answer))
}

/** A user whose fields are all made from a number. */
export const hrPerson = (n: number, more: Partial<HrPerson> = {}): HrPerson => ({
  id: `H${n}`,
  login: `hr.person${n}`,
  name: `员工${n}`,
  mobile: `137${String(n).padStart(8, '0')}`,
  dept: 'D1',
  ...more,
})
export const threeOrgs: HrOrg[] = [
  { deptId: 'D1', title: '总部' },
  { deptId: 'D2', title: '研发部', above: 'D1' },
  { deptId: 'D3', title: '测试组', above: 'D2' },
]
