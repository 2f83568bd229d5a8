import pg from 'pg'

export interface SentStatement {
  client: object
  text: string
  values: unknown[]
  /** How long its answer took; 0 if it has not come. */
  milliseconds: number
}

/** The statements this process sends to PostgreSQL while `act` runs, in their order. */
export async function sentStatements(act: () => Promise<unknown>): Promise<SentStatement[]> {
  const statements: SentStatement[] = []
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own client
  const query = pg.Client.prototype.query as (this: object, ...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
    const [given] = args
    const { text = '', values = [] } = typeof given === 'string' ? { text: given } : (given as Partial<SentStatement>)
    const statement = { client: this, text, values, milliseconds: 0 }
    statements.push(statement)
    const begin = performance.now()
    const answer = query.apply(this, args)
    const note = () => {
      statement.milliseconds = performance.now() - begin
    }
    if (answer instanceof Promise) answer.then(note, note)
    return answer
  } as typeof pg.Client.prototype.query
  try {
    await act()
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
  return statements
}
