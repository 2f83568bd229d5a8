/** A task is named by whoever starts it. crypto.randomUUID is missing where the page came over plain http. */
export function newTaskId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
