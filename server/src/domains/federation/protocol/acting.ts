import { type Job, jobsOf } from '../../apps/index.ts'
import type { Db } from '../../../platform/database/db.ts'
import { escapeHtml, type Page } from './page.ts'
import { text } from './text.ts'

interface Question {
  userId: string
  /** The name of the application. */
  app: string
  /** The address of the form, and its hidden fields. */
  action: string
  hidden?: Record<string, string>
  /** Where the form finally leads the browser. */
  leadsTo: string | undefined
  /** The way back to the application without signing in; absent if it is not in this browser. */
  back: string | undefined
}

const positionOf = ({ isMain, post, duty, title, rank }: Job) =>
  [isMain ? text.mainJob : text.otherJob, duty, post, title, rank].filter(words => words !== null).join(' · ')

const buttonOf = (job: Job) =>
  `<button class="job" name="job" value="${escapeHtml(job.id)}"><b>${escapeHtml(job.orgName)}</b> <small>${escapeHtml(positionOf(job))}</small></button>`

/** Asks a user with several jobs in which one they use the application. */
export async function jobPage(db: Db, { userId, app, action, hidden = {}, leadsTo, back }: Question): Promise<Page> {
  const hiddenInputs = Object.entries(hidden).map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
  const buttons = (await jobsOf(db, userId)).map(buttonOf)
  const body = `<form class="jobs" method="post" action="${escapeHtml(action)}">${hiddenInputs.join('')}${buttons.join('')}</form>`
  const away = back === undefined ? '' : `<nav><a href="${escapeHtml(back)}">${text.backToApp}</a></nav>`
  return { icon: 'ask', title: text.chooseJob(app), lines: [text.chooseJobHow], body: body + away, leadsTo }
}
