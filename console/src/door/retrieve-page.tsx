import { PageLink } from './page-link.tsx'
import { text } from './text.ts'

/** Recovery proves a phone by SMS, which is not built yet: until then this page says what does help. */
export function RetrievePage() {
  return (
    <>
      <h1>{text.retrieve.title}</h1>
      <p className="ask">{text.retrieve.ask}</p>
      <p className="quiet">{text.retrieve.how}</p>
      <PageLink to="/login">{text.retrieve.back}</PageLink>
    </>
  )
}
