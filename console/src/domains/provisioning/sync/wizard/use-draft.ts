import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { notifier } from '../../../../platform/client.ts'
import { CONFIG_MS } from '../../../../platform/constants.ts'
import { draftAt, dropDraft, keepDraft } from '../../../../platform/drafts.ts'
import type { Typed } from './draft.ts'
import { text } from './wizard-text.ts'

/** Restores the form after the session has ended or the page was reloaded, without secrets. */
export function useDraft(form: FormInstance<Typed>, version: number | undefined) {
  const [path] = useState(() => `${location.pathname}?task=${new URLSearchParams(location.search).get('task') ?? ''}`)
  const [found] = useState(() => {
    const storedDraft = draftAt(path)
    // A draft is not restored if the task has been changed since.
    return storedDraft?.version === version ? storedDraft : undefined
  })
  useEffect(() => {
    if (!found) return
    form.setFieldsValue(found.values as Typed)
    notifier.toast(text.restored, CONFIG_MS, 'info')
  }, [form, found])
  return {
    isRestored: found !== undefined,
    keep: () => {
      const { headers, ...typed } = form.getFieldsValue(true) as Typed
      keepDraft(path, version, {
        ...typed,
        secret: '',
        callback: { eventToken: '', eventKey: '' },
        headers: headers.map(({ name }) => ({ name, value: '' })),
      })
    },
    drop: dropDraft,
  }
}
