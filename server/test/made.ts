/** What a call made; a change that waits for its review has made nothing. */
export function made<T extends object>(reply: T): Extract<T, { id: string }> {
  if (!('id' in reply)) throw new Error('submitted for review')
  return reply as Extract<T, { id: string }>
}
