import { accountApps, type AccountApp, type AccountJob } from '@hufu/contract/apps/account-apps'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { text } from './text.ts'

const labelOf = ({ orgName, isMain, duty, post }: AccountJob) =>
  [orgName, isMain ? text.main : text.partTime, duty ?? post ?? undefined].filter(Boolean).join(' · ')

/** Chooses the acting job for an application that asks. */
export function JobChoice({ of, jobs }: { of: AccountApp; jobs: readonly AccountJob[] }) {
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
