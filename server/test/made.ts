/** The id of what a call made; a change that waits for its review has none. */
export function made<T extends { id: string }>(reply: T | { examineId: string }): T {
  if (!('id' in reply)) throw new Error('submitted for review')
  return reply
}
