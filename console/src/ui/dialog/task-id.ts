/** The caller makes the id of a task. crypto.randomUUID is missing on plain http. */
export const newTaskId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
