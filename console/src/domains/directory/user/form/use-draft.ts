import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { draftAt, dropDraft, keepDraft } from '../../../../platform/drafts.ts'
import { notifier } from '../../../../platform/client.ts'
import { CONFIG_MS } from '../../../../platform/constants.ts'
import type { Typed } from './draft.ts'
import { formText } from './form-text.ts'

/** Restores what was typed before the session ended, without passwords. */
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
    values: found?.values as Partial<Typed> | undefined,
    /** The record has been changed since. */
    isOvertaken: found !== undefined && found.version !== version,
    keep: () => keepDraft(path, version, { ...form.getFieldsValue(true), password: undefined }),
    drop: dropDraft,
  }
}
