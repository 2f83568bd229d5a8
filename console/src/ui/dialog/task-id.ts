/** A task is named by whoever starts it. crypto.randomUUID is missing where the page came over plain http. */
export const newTaskId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
