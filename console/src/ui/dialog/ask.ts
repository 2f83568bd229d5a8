type Questions = typeof import('../form/questions.ts')

let coming: Promise<Questions> | undefined

/** What draws questions and alerts, fetched once; asked for again where it could not be fetched. */
export function questions(): Promise<Questions> {
  coming ??= import('../form/questions.ts').catch((error: unknown) => {
    coming = undefined
    throw error
  })
  return coming
}

/** Whatever still stands open is taken away. */
export async function dropQuestions(): Promise<void> {
  const given = await coming?.catch(() => undefined)
  given?.dropAll()
}
