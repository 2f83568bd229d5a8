/** The reply of a call that created an object; throws if the change went into review. */
export function made<T extends object>(reply: T): Extract<T, { id: string }> {
  if (!('id' in reply)) throw new Error('submitted for review')
  return reply as Extract<T, { id: string }>
}
