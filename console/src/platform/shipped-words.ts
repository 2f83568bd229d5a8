/** The displayed form of a shipped name: the stored one. */
export const shippedWord = (stored: string): string => stored

/** Whether the server can search the displayed names. */
export const isStoredWord: boolean = true
