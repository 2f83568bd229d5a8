import { orgSetting } from '@hufu/contract/directory/org-setting'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { Link } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Loaded } from '../../../ui/states.tsx'
import { type FaceOf, faces } from './faces.ts'
import { SettingForm } from './setting-form.tsx'
import { text } from './text.ts'
import './position-attribute.css'

const words = text.setting

/** Four cards linking to the dictionaries, and the settings of the user form. */
export default function SettingPage() {
  const setting = useCall(orgSetting.get)
  return (
    <Page title={words.title} description={words.description}>
      <Cards />
      <Card>
        <h2 className="card-title">{words.form}</h2>
        <Loaded of={setting} lines={5} fresh>
          {stored => <SettingForm setting={stored} onReload={() => setting.refetch({ cancelRefetch: false })} />}
        </Loaded>
      </Card>
    </Page>
  )
}

function Cards() {
  const overview = useCall(orgSetting.overview)
  return (
    <ul className="face-cards" aria-label={words.cards}>
      {faces.map(face => (
        <li key={face.kind}>
          <FaceCard face={face} count={overview.data?.[face.count]} />
        </li>
      ))}
    </ul>
  )
}

/** A link for users who may open the dictionary, a number for others. */
function FaceCard({ face, count }: { face: FaceOf; count: number | undefined }) {
  const may = useMay()
  const { name, description } = text.faces[face.kind]
  const inside = (
    <>
      <span className="face-name">{name}</span>
      <span className="face-count">
        {count ?? '–'} <small>{words.unit(count ?? 0)}</small>
      </span>
      <span className="face-about">{description}</span>
    </>
  )
  if (!may(positionAttribute[face.kind].page)) return <div className="face-card">{inside}</div>
  return (
    <Link to={face.path} className="face-card face-link">
      {inside}
    </Link>
  )
}
