/** What to call the group and the call the server ships under a name: as they are stored. */
export const apiGroupName = (stored: string): string => stored
export const apiName = (stored: string): string => stored
