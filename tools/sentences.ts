import { sourceFiles, type SourceFile } from './source-files.ts'

const isTest = ({ path }: SourceFile) => /\.test\.tsx?$|\/test\//.test(path)
const mayHoldSentences = /^contract\/src\/|^(?:server|console)\/src\/.*(?:^|[/-])text\.ts$/

/** Files that hold the product's sentences: the contract and every text.ts. */
export const textFiles = (): SourceFile[] => sourceFiles().filter(file => mayHoldSentences.test(file.path) && !isTest(file))

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g

/** Each Chinese literal of a file; expressions in a template count as gaps. */
export const sentencesOf = (code: string): string[] =>
  [...code.matchAll(literal)]
    .map(([, single, double, template]) => single ?? double ?? (template ?? '').replaceAll(/\$\{[^}]*\}/g, '${}'))
    .filter(sentence => /\p{Script=Han}/u.test(sentence))

/** Sentences that occur at least this often, with their files. */
export function repeatedSentences(files: readonly Pick<SourceFile, 'path' | 'code'>[], often: number): string[] {
  const places = files.flatMap(({ path, code }) => sentencesOf(code).map(sentence => ({ sentence, path })))
  return [...Map.groupBy(places, ({ sentence }) => sentence)]
    .filter(([, found]) => found.length >= often)
    .map(([sentence, found]) => `${sentence}: ${[...new Set(found.map(({ path }) => path))].join(', ')}`)
}
