import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { draftAt, dropDraft, keepDraft } from '../../../platform/drafts.ts'
import { notifier } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import type { Typed } from './draft.ts'
import { formText } from './form-text.ts'

/** What was typed before the session ended stands in the form again; a password never does. */
export function useDraft(form: FormInstance<Typed>, version: number | undefined) {
  const [path] = useState(() => location.pathname)
  const [found] = useState(() => draftAt(path))
  useEffect(() => {
    if (!found) return
    form.setFieldsValue(found.values as Typed)
    notifier.toast(formText.restored, CONFIG_MS, 'info')
  }, [form, found])
  return {
    isRestored: found !== undefined,
    /** Somebody has changed the record since. */
    isOvertaken: found !== undefined && found.version !== version,
    keep: () => keepDraft(path, version, { ...form.getFieldsValue(true), password: undefined }),
    drop: dropDraft,
  }
}
