import {
  type Student,
  useEndStudentSessions,
  useResetStudent,
  useUnlockStudent,
} from '@ce/client/staff/student_desk.ts'
import { uuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import classes from '../../components/form.module.css'
import { Reason } from '../../components/Reason.tsx'
import { CorrectDialog } from './CorrectDialog.tsx'
import { RevealDialog } from './RevealDialog.tsx'

type ReasonAct =
  | { kind: 'unlock' | 'reset' }
  /** one session, or all of them */
  | { kind: 'sessions'; sessionId: string | undefined }
export type AccountAct = { kind: 'reveal' } | { kind: 'correct' } | ReasonAct

interface AccountDialogProps {
  student: Student
  act: AccountAct
  onPassword: (password: string) => void
  onClose: () => void
}

/** The dialog of what is about to be done; each asks why. */
export function AccountDialog({ student, act, onPassword, onClose }: AccountDialogProps) {
  if (act.kind === 'reveal') return <RevealDialog student={student} onClose={onClose} />
  if (act.kind === 'correct') return <CorrectDialog student={student} onClose={onClose} />
  return <ReasonDialog student={student} act={act} onPassword={onPassword} onClose={onClose} />
}

interface ReasonDialogProps extends AccountDialogProps {
  act: ReasonAct
}

function ReasonDialog({ student, act, onPassword, onClose }: ReasonDialogProps) {
  const [reset, unlock, end] = [useResetStudent(), useUnlockStudent(), useEndStudentSessions()]
  const [key] = useState(uuid)
  const { id, name } = student
  const send = async ({ reason }: { reason: string }) => {
    if (act.kind === 'reset') onPassword((await reset.mutateAsync({ id, key, reason })).password)
    else if (act.kind === 'sessions') {
      const { sessionId } = act
      const { ended } = await end.mutateAsync({ id, reason, ...(sessionId ? { sessionId } : {}) })
      showNotice({ kind: 'success', title: `已结束 ${ended} 个登录` })
    } else {
      await unlock.mutateAsync({ id, reason })
      showNotice({ kind: 'success', title: `已解除锁定：${name}` })
    }
  }
  const { title, okText, text, placeholder } = wordsOf(act)
  return (
    <FormDialog
      title={`${title}：${name}`}
      okText={okText}
      danger={act.kind !== 'unlock'}
      initialValues={{ reason: '' }}
      send={send}
      onClose={onClose}
    >
      <p className={classes.problem}>{text}</p>
      <Reason placeholder={placeholder} />
    </FormDialog>
  )
}

function wordsOf(act: ReasonAct) {
  if (act.kind === 'reset')
    return {
      title: '重置密码',
      okText: '重置',
      text: '原来的密码和全部登录立即失效；系统给出一个一次性初始密码，由您当面或电话转告本人，本人登录后会被提示修改。',
      placeholder: '如：本人来电说忘记密码，已核对证件号',
    }
  if (act.kind === 'sessions')
    return {
      title: act.sessionId ? '结束这个登录' : '结束全部登录',
      okText: '结束',
      text: '对方正在使用的页面立即退出，已保存的学习进度和答案不受影响；可以重新登录。',
      placeholder: '如：本人反映在网吧忘记退出',
    }
  return {
    title: '解除锁定',
    okText: '解除',
    text: '清除连续输错的记录，可以立即再次登录；密码不变。',
    placeholder: '如：本人来电，已核对身份',
  }
}
