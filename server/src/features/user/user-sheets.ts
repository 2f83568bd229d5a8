import { refuse } from '../../kernel/refuse.ts'
// being written
export const userTemplate = (_k: string) => refuse('planMissing')
export const startUserImport = (_k: string) => () => refuse('planMissing')
export const checkUserImport = () => refuse('planMissing')
export const exportUsers = () => refuse('planMissing')
export const exportEmployee = () => refuse('planMissing')
