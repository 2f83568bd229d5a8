import { inOneLanguage } from '../console/in-one-language.ts'

/** A module of the console or the contract as the English console has it: `inEnglish<typeof import('…')>('console/src/…')`. */
export const inEnglish = <Module>(path: string): Promise<Module> =>
  inOneLanguage<Module>(`export * from './${path}'`, { inEnglish: true, isWhole: true })
