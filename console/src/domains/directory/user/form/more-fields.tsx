import { DownOutlined, UpOutlined } from '@ant-design/icons'
import type { UserInFull } from '@hufu/contract/directory/user'
import { Button } from 'antd'
import { CatalogueFields } from './catalogue-fields.tsx'
import { fieldsOf } from './form-sections.ts'
import { formText } from './form-text.ts'
import { JobFields } from './job-fields.tsx'
import { LabelField } from './label-field.tsx'
import { PasswordFields } from './password-fields.tsx'
import type { More } from './use-more.ts'
import type { Required } from './user-form-page.tsx'

interface Props {
  more: More
  person: UserInFull | undefined
  required: Required
}

/** The sections below 更多. While folded they stay mounted, so that their values are kept, validated and sent. */
export function MoreFields({ more, person, required }: Props) {
  const fieldsIn = (section: 'person' | 'account') => <CatalogueFields fields={fieldsOf(section)} person={person} required={required} />
  return (
    <>
      <Button type="link" className="form-more" aria-expanded={more.isOpen} aria-controls="form-more" onClick={more.toggle}>
        {more.isOpen ? formText.less : formText.more}
        {more.isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      </Button>
      <div id="form-more" hidden={!more.isOpen}>
        <section aria-labelledby="form-person">
          <h2 id="form-person" className="card-title">
            {formText.person}
          </h2>
          <div className="form-grid">{fieldsIn('person')}</div>
        </section>
        <JobFields />
        <section aria-labelledby="form-account">
          <h2 id="form-account" className="card-title">
            {person ? formText.account : formText.newAccount}
          </h2>
          <div className="form-grid">
            {!person && <PasswordFields />}
            {fieldsIn('account')}
          </div>
        </section>
        <LabelField />
      </div>
    </>
  )
}
