import { confirmAct } from '../../../../ui/dialog/confirm-act.ts'

interface Question {
  title: string
  content: React.ReactNode
  okText: string
}

/** Asks before something is lost; resolves to whether the user agrees. */
export const confirmLoss = (question: Question): Promise<boolean> =>
  new Promise(answer => {
    confirmAct({ ...question, danger: true, run: async () => answer(true), onCancel: () => answer(false) })
  })

/** What is lost, a line each. */
export function Lost({ words, of }: { words: string; of: readonly string[] }) {
  return (
    <>
      <p>{words}</p>
      <ul className="app-lost">
        {of.map(each => (
          <li key={each}>
            <code>{each}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
