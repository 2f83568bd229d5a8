/** The displayed names of shipped groups and calls: as they are stored. */
export const apiGroupName = (stored: string): string => stored
export const apiName = (stored: string): string => stored
