type Questions = typeof import('../form/questions.ts')

let coming: Promise<Questions> | undefined

/** The code of questions and alerts, loaded once; loading is retried after a failure. */
export function questions(): Promise<Questions> {
  coming ??= import('../form/questions.ts').catch((error: unknown) => {
    coming = undefined
    throw error
  })
  return coming
}

/** Closes all open questions and alerts. */
export async function dropQuestions(): Promise<void> {
  const loaded = await coming?.catch(() => undefined)
  loaded?.dropAll()
}
