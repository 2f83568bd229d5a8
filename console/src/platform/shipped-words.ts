/** What to call what the server ships under a name: as it is stored. */
export const shippedWord = (stored: string): string => stored

/** Whether the server looks through the names that are shown. */
export const isStoredWord: boolean = true
