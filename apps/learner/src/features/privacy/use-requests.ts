import type { Evidence } from '@ce/client/course_reduce.ts'
import { forgetDrafts } from '@ce/client/form-draft.ts'
import {
  type Closing,
  type CorrectionField,
  useAskCorrection,
  useAskExport,
  useAskToClose,
} from '@ce/client/privacy.ts'
import { readSession } from '@ce/client/session.ts'
import { uuid } from '@ce/client/uuid.ts'
import type { IdType } from '@ce/contract/id-paper'
import { digestPassword } from '@ce/contract/password'
import { showNotice } from '@ce/ui/notices.ts'
import { useState } from 'react'
import { closingWords } from './words.ts'

export interface CorrectionForm {
  field: CorrectionField
  idType: IdType
  value: string
  reason: string
  evidence: Evidence[]
}

// each has one key: a press that was answered on the way and is made again is the same request

/** Sends the wish for a copy, with the password that shows that it is oneself. */
export function useCopyRequest() {
  const [id] = useState(uuid)
  const ask = useAskExport()
  return async (password: string) => {
    await ask.mutateAsync({ id, password: digestPassword(password) })
    showNotice({
      kind: 'success',
      title: '正在整理副本',
      text: '备好后这里可以下载，也会发站内消息。',
    })
  }
}

/** Sends the wish for a correction. */
export function useCorrectionRequest() {
  const [id] = useState(uuid)
  const ask = useAskCorrection()
  return async ({ field, idType, value, reason, evidence }: CorrectionForm) => {
    const [file] = evidence ?? []
    const more = {
      ...(field === 'ID_NO' ? { idType } : {}),
      ...(file ? { fileId: file.fileId } : {}),
    }
    await ask.mutateAsync({ id, field, value, reason, ...more })
    showNotice({ kind: 'success', title: '已提交', text: '结果会发站内消息。' })
  }
}

/** Sends the wish to close the account, once the very words were typed and the sum that is lost was agreed to. */
export function useClosingRequest({ coolingDays, lost }: Pick<Closing, 'coolingDays' | 'lost'>) {
  const [id] = useState(uuid)
  const close = useAskToClose()
  return async (password: string) => {
    const confirm = closingWords.confirm
    await close.mutateAsync({ id, password: digestPassword(password), confirm, lost })
    const student = readSession()?.userInfo.id
    if (student) forgetDrafts(student)
    showNotice({ kind: 'success', title: '已申请注销', text: `${coolingDays} 天内可以随时撤回。` })
  }
}
