import { join } from 'node:path'

/**
 * Exists while sample data are written into an empty system and after that was interrupted: then everything in the database is
 * unfinished sample data. A start of the server removes it, because from then on there may be data of users.
 */
export const sampleMarker = (data: string): string => join(data, 'sample-unfinished')
