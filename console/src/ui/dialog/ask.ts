type Questions = typeof import('../form/questions.ts')

let loadingQuestions: Promise<Questions> | undefined

/** The code of questions and alerts, loaded once; loading is retried after a failure. */
export function questions(): Promise<Questions> {
  loadingQuestions ??= import('../form/questions.ts').catch((error: unknown) => {
    loadingQuestions = undefined
    throw error
  })
  return loadingQuestions
}

/** Closes all open questions and alerts. */
export async function closeQuestions(): Promise<void> {
  const loaded = await loadingQuestions?.catch(() => undefined)
  loaded?.dropAll()
}
