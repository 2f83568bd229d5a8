import { scimUser, type Body } from './scim.ts'

type Answer = { status: number; body: Body }
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

/** Changes to users during a walk: who was created, and who changed or was deleted. */
export interface ChangedUsers {
  created: Set<string>
  deleted: Set<string>
  disabled: Set<string>
  renamed: Set<string>
}

/** Walks through all users by cursor; after each page, `meanwhile` runs while the next page is read. */
export async function walk(ask: Ask, query: string, meanwhile: (page: readonly string[]) => Promise<unknown>): Promise<string[]> {
  const walked: string[] = []
  let page: string[] = []
  for (let next: string | undefined = ''; next !== undefined;) {
    const [answer]: [Answer, unknown] = await Promise.all([ask('GET', `/Users?attributes=id&${query}&cursor=${next}`), meanwhile(page)])
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.detail}`)
    page = answer.body.Resources.map(({ id }: { id: string }) => id)
    walked.push(...page)
    next = answer.body.nextCursor
  }
  return walked
}

/**
 * Creates, disables, renames and deletes users spread over the whole list, including the one the cursor stands at. Each change is a
 * separate call; all run concurrently.
 */
export function concurrentChanges(
  ask: Ask,
  ids: readonly string[],
  times: number,
): { done: ChangedUsers; once: (page: readonly string[]) => Promise<void> } {
  const done: ChangedUsers = { created: new Set(), deleted: new Set(), disabled: new Set(), renamed: new Set() }
  let turn = 0
  /** Coprime to any number of users in the tests, so that no user is drawn twice. */
  const any = () => ids[(++turn * 7919) % ids.length]!
  const expectDone = (answer: Answer) => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body?.detail}`)
    return answer.body
  }
  const replace = async (id: string, path: string, value: unknown) =>
    expectDone(await ask('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path, value }] }))
  const acts = [
    async () => done.created.add(expectDone(await ask('POST', '/Users', scimUser())).id),
    async (id: string) => {
      await replace(id, 'active', false)
      done.disabled.add(id)
    },
    async (id: string) => {
      await replace(id, 'displayName', `改名${turn}`)
      done.renamed.add(id)
    },
    async (id: string) => {
      expectDone(await ask('DELETE', `/Users/${id}`))
      done.deleted.add(id)
    },
  ]
  const remove = acts[3]!
  return {
    done,
    once: async page => {
      const chosen = Array.from({ length: times }, () => acts.map(act => [act, any()] as const)).flat()
      const last = page.at(-1)
      const work = chosen.filter(([, id]) => !done.deleted.has(id) && id !== last).map(([act, id]) => act(id))
      if (last !== undefined && !done.deleted.has(last)) work.push(remove(last))
      await Promise.all(work)
    },
  }
}
