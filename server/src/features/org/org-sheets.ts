import { refuse } from '../../kernel/refuse.ts'
// being written
export const orgTemplate = (_k: string) => refuse('planMissing')
export const startOrgImport = (_k: string) => () => refuse('planMissing')
export const checkOrgImport = () => refuse('planMissing')
export const exportOrgs = (_t: unknown) => refuse('planMissing')
