import { refuse } from '../../kernel/refuse.ts'
// being written
export const orgBatch = (..._a: unknown[]) => refuse('planMissing')
