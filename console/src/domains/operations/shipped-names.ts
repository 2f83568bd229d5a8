/** What to call what the server ships under a name: as it is stored. */
export const shippedName = (stored: string): string => stored

/** Whether the server looks through the names that are shown. */
export const isStoredName: boolean = true
