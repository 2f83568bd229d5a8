import type { UserInFull } from '@hufu/contract/directory/user'
import { CatalogueFields } from './catalogue-fields.tsx'
import { firstFields } from './form-sections.ts'
import { formText } from './form-text.ts'
import { MainOrg } from './job-fields.tsx'
import { NameFields } from './name-fields.tsx'
import type { Required } from './user-form-page.tsx'

/** The first fields that NameFields does not show. */
const others = firstFields.filter(key => key !== 'realName' && key !== 'userName')

/** What is asked of every user: names, phone and organisation. */
export function BasicFields({ person, required }: { person: UserInFull | undefined; required: Required }) {
  return (
    <section aria-labelledby="form-basic">
      <h2 id="form-basic" className="card-title">
        {formText.basic}
      </h2>
      <div className="form-grid">
        <NameFields person={person} />
        <CatalogueFields fields={others} person={person} required={required} />
        <MainOrg />
      </div>
    </section>
  )
}
