import { accountApps, type AccountApp, type AccountJob } from '@hufu/contract/apps/account-apps'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { isOn } from '../../../platform/flag.ts'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { useCall, useAction } from '../../../platform/calls.ts'
import { Page } from '../../../ui/page.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { AppLogo } from '../../../pickers/app-logo.tsx'
import { sectionsOf } from './sections.ts'
import { text } from './text.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { appParts } from '../../../pickers/app-parts.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import './account-apps.css'

const AccountConsents = lazyComponent(() => import('./account-consents.tsx'))
const AccountRequests = appParts.get('requests')

/** The applications the user may open, with one click each. */
export default function AccountAppsPage() {
  const [typed, setTyped] = useState('')
  const found = useCall(accountApps.list)
  const { apps = [], jobs = [] } = found.data ?? {}
  const search = (
    <Input
      className="account-apps-search"
      type="search"
      maxLength={INPUT_MAX}
      allowClear
      aria-label={text.search}
      placeholder={text.search}
      value={typed}
      onChange={event => setTyped(event.target.value)}
    />
  )
  return (
    <Page title={text.title} description={text.description} actions={apps.length > 0 && search}>
      <AccountRequests />
      <Loaded of={found} lines={6}>
        {() =>
          apps.length === 0 ? (
            <Empty title={text.none} hint={text.noneHint} />
          ) : (
            <Sections apps={apps} jobs={jobs} typed={typed} onClear={() => setTyped('')} />
          )
        }
      </Loaded>
      <AccountConsents />
    </Page>
  )
}

interface Props {
  apps: readonly AccountApp[]
  jobs: readonly AccountJob[]
  typed: string
  onClear: () => void
}
function Sections({ apps, jobs, typed, onClear }: Props) {
  const sections = sectionsOf(apps, typed)
  if (sections.length === 0) return <Empty title={text.nothing} action={<Button onClick={onClear}>{text.clear}</Button>} />
  return sections.map(({ key, name = text.recent, apps: of }) => (
    <section key={key} className="account-apps">
      <h2>{name}</h2>
      <ul className="account-app-cards" aria-label={name}>
        {of.map(row => (
          <li key={row.id} className="account-app">
            <AppCard row={row} />
            {isOn(row.asksJob) && jobs.length > 1 && <JobChoice of={row} jobs={jobs} />}
          </li>
        ))}
      </ul>
    </section>
  ))
}

function AppCard({ row }: { row: AccountApp }) {
  const face = (
    <>
      <AppLogo of={row} isLarge />
      <span className="account-app-words">
        <b title={row.name}>
          {row.name}
          {row.startUrl !== null && <span className="account-app-heard">{text.outside}</span>}
        </b>
        <small>{row.startUrl === null ? text.noStart : row.remark}</small>
      </span>
    </>
  )
  if (row.startUrl === null) return <div className="account-app-face">{face}</div>
  return (
    <a className="account-app-face" href={row.startUrl} target="_blank" rel="noopener noreferrer">
      {face}
    </a>
  )
}

const labelOf = ({ orgName, isMain, duty, post }: AccountJob) =>
  [orgName, isMain ? text.main : text.partTime, duty ?? post ?? undefined].filter(Boolean).join(' · ')

/** Chooses the acting job for an application that asks. */
function JobChoice({ of, jobs }: { of: AccountApp; jobs: readonly AccountJob[] }) {
  const choose = useAction(accountApps.chooseJob, { refreshes: [accountApps.list] })
  const change = async (jobId: string) => {
    if (jobId !== '' && ok(await choose.run({ body: { appId: of.id, jobId } }))) notifier.done(text.chosen)
  }
  const options = jobs.map(job => ({ value: job.id, label: labelOf(job) }))
  return (
    <div className="account-app-job">
      <span aria-hidden="true">{text.job}</span>
      <SelectField
        aria-label={text.jobOf(of.name)}
        disabled={choose.pending}
        options={of.actingJobId === null ? [{ value: '', label: text.ask }, ...options] : options}
        value={of.actingJobId ?? ''}
        onChange={jobId => void change(jobId)}
      />
    </div>
  )
}
