import { refuse } from '../../kernel/refuse.ts'
// being written
export const saveManyUsers = (_t: unknown) => refuse('planMissing')
