import type { DeskStudent } from '@ce/client/staff/student_desk.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { Button } from 'antd'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { paths } from '../../paths.ts'
import type { StudentAccountAction } from './AccountDialog.tsx'
import { isAccountOpen } from './labels.ts'

interface AccountActionsProps {
  student: DeskStudent
  onAct: (act: StudentAccountAction) => void
}

/** A closed account has no actions that change it, and an erased one no numbers to reveal. */
export function AccountActions({ student, onAct }: AccountActionsProps) {
  const mayEdit = usePermission('student.edit')
  const mayReveal = usePermission('student.reveal')
  const mayAudit = usePermission('audit.read')
  const { state } = student
  const open = isAccountOpen(state)
  return (
    <>
      {mayReveal && state !== 'ERASED' && <Button onClick={() => onAct({ kind: 'reveal' })}>查看完整号码…</Button>}
      {mayAudit && <LinkButton to={paths.auditOf(student.id)}>操作日志</LinkButton>}
      {mayEdit && open && (
        <>
          {student.failures > 0 && <Button onClick={() => onAct({ kind: 'unlock' })}>解除锁定…</Button>}
          <Button onClick={() => onAct({ kind: 'correct' })}>更正资料…</Button>
          <Button danger onClick={() => onAct({ kind: 'reset' })}>
            重置密码…
          </Button>
        </>
      )}
    </>
  )
}
