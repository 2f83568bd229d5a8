/** 32 hex digits: randomUUID is missing on plain http (D-26 and D-29 ask for 8 to 64 of letters, digits and dashes). */
export const newCallerId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
