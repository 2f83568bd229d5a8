/** What to call a role of the console: as it is stored. */
export const roleName = (stored: string): string => stored
