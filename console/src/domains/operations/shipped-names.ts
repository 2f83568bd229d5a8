/** What to call what the server ships under a name: as it is stored. */
export const shippedName = (stored: string): string => stored
