import {
  type DeskStudent,
  useEndStudentSessions,
  useResetStudentPassword,
  useUnlockStudent,
} from '@ce/client/staff/student_desk.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useState } from 'react'
import classes from '../../components/form.module.css'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { CorrectStudentDialog } from './CorrectStudentDialog.tsx'
import { RevealNumbersDialog } from './RevealNumbersDialog.tsx'

type ReasonAct = { kind: 'unlock' | 'reset' } | { kind: 'sessions'; sessionId: string | undefined }
export type StudentAccountAction = { kind: 'reveal' } | { kind: 'correct' } | ReasonAct

interface AccountDialogProps {
  student: DeskStudent
  act: StudentAccountAction
  onPassword: (password: string) => void
  onClose: () => void
}

export function StudentAccountDialog({ student, act, onPassword, onClose }: AccountDialogProps) {
  if (act.kind === 'reveal') return <RevealNumbersDialog student={student} onClose={onClose} />
  if (act.kind === 'correct') return <CorrectStudentDialog student={student} onClose={onClose} />
  return <ActDialog student={student} act={act} onPassword={onPassword} onClose={onClose} />
}

interface ActDialogProps extends AccountDialogProps {
  act: ReasonAct
}

function ActDialog({ student, act, onPassword, onClose }: ActDialogProps) {
  const [reset, unlock, end] = [useResetStudentPassword(), useUnlockStudent(), useEndStudentSessions()]
  const [key] = useState(randomUuid)
  const { id, name } = student
  const send = async (reason: string) => {
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
    <ReasonDialog
      title={`${title}：${name}`}
      okText={okText}
      danger={act.kind !== 'unlock'}
      placeholder={placeholder}
      send={send}
      onClose={onClose}
    >
      <p className={classes.problem}>{text}</p>
    </ReasonDialog>
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
