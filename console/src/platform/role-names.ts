/** The displayed name of a role: as it is stored. */
export const roleName = (stored: string): string => stored
