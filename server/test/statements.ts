import pg from 'pg'

interface SentStatement {
  client: object
  text: string
  values: readonly unknown[]
}

const textOf = (query: unknown) => (typeof query === 'string' ? query : ((query as { text?: string }).text ?? ''))

async function statementsBy(act: () => Promise<unknown>): Promise<SentStatement[]> {
  const statements: SentStatement[] = []
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own client
  const query = pg.Client.prototype.query as (this: object, ...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
    statements.push({ client: this, text: textOf(args[0]), values: (args[0] as { values?: unknown[] }).values ?? [] })
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
  try {
    await act()
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
  return statements
}

/** All statements this process sends while `act` runs. */
export const allStatementsOf = async (act: () => Promise<unknown>): Promise<string[]> => (await statementsBy(act)).map(({ text }) => text)

/** The statements of this user's transactions while `act` runs, without begin, commit and the naming of the actor. */
export async function statementsOf(userId: string, act: () => Promise<unknown>): Promise<string[]> {
  const statements = await statementsBy(act)
  return [...Map.groupBy(statements, one => one.client).values()].flatMap(all => transactionsOf(userId, all))
}

function transactionsOf(userId: string, statements: readonly SentStatement[]): string[] {
  const found: string[] = []
  let isOwn = false
  for (const { text, values } of statements) {
    if (/^(begin|commit|rollback|start transaction)\b(?! to)/i.test(text)) isOwn = false
    else if (text.includes("set_config('hufu.user_id'")) isOwn = values[0] === userId
    else if (isOwn) found.push(text.replaceAll(/\s+/g, ' '))
  }
  return found
}
