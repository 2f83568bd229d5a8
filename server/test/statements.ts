import { sentStatements, type SentStatement } from '../../tools/sent-statements.ts'

/** All statements this process sends while `act` runs. */
export const allStatementsOf = async (act: () => Promise<unknown>): Promise<string[]> => (await sentStatements(act)).map(({ text }) => text)

/** The statements of this user's transactions while `act` runs, without begin, commit and the naming of the actor. */
export async function statementsOf(userId: string, act: () => Promise<unknown>): Promise<string[]> {
  const statements = await sentStatements(act)
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
