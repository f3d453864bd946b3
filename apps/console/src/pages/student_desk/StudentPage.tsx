import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { type DeskStudent, studentQuery } from '@ce/client/staff/student_desk.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import cards from '../../components/cards.module.css'
import { OneTimePassword } from '../../components/OneTimePassword.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { AccountActions } from './AccountActions.tsx'
import { AccountClosingNotice } from './AccountClosingNotice.tsx'
import { type StudentAccountAction, StudentAccountDialog } from './AccountDialog.tsx'
import { LedgerSection } from './LedgerSection.tsx'
import { isAccountOpen, studentStateLabels } from './labels.ts'
import { MessagesSection } from './MessagesSection.tsx'
import { ParticularsSection } from './ParticularsSection.tsx'
import { SecurityLogSection } from './SecurityLogSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { SimilarAccountsSection } from './SimilarAccountsSection.tsx'
import { StudentYearsSection } from './YearsSection.tsx'

export function StudentPage() {
  const { id = '' } = useParams()
  const query = useQuery(studentQuery(id))
  return (
    <>
      {!query.data && <PageHeader title="学员资料" actions={<BackLink to={paths.students()}>返回学员列表</BackLink>} />}
      <QueryContent query={query}>{(student) => <Desk key={student.id} student={student} />}</QueryContent>
    </>
  )
}

function Desk({ student }: { student: DeskStudent }) {
  const [act, setAct] = useState<StudentAccountAction | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  const mayEdit = usePermission('student.edit')
  const erased = student.state === 'ERASED'
  return (
    <>
      <PageHeader title={student.name} actions={<AccountActions student={student} onAct={setAct} />}>
        <StatusMark kind={studentStateLabels[student.state].kind}>{studentStateLabels[student.state].label}</StatusMark>{' '}
        · <BackLink to={paths.students()}>返回学员列表</BackLink>
      </PageHeader>
      <div className={cards.page}>
        {student.mergedInto && (
          <Alert
            type="info"
            showIcon
            title="这个账号已合并关闭，不能再登录"
            description={
              <>
                报名、学时都在保留的账号：
                <Link to={paths.student(student.mergedInto.id)}>
                  {student.mergedInto.name}（{student.mergedInto.phoneMasked}）
                </Link>
              </>
            }
          />
        )}
        <AccountClosingNotice student={student} />
        {student.state === 'LOCKED' && (
          <Alert
            type="warning"
            showIcon
            title={`连续输错密码，已锁定，约 ${student.lockedMinutes} 分钟后自动解除`}
            description="核实是本人后可以立即解除；忘记密码的，直接重置密码。"
          />
        )}
        <ParticularsSection student={student} />
        <StudentYearsSection years={student.years} erased={erased} />
        <LedgerSection studentId={student.id} />
        {!erased && (
          <SessionsSection
            sessions={student.sessions}
            onEnd={mayEdit ? (sessionId) => setAct({ kind: 'sessions', sessionId }) : undefined}
          />
        )}
        {isAccountOpen(student.state) && <SimilarAccountsSection student={student} />}
        {!erased && <MessagesSection studentId={student.id} />}
        <SecurityLogSection studentId={student.id} />
      </div>
      {act && (
        <StudentAccountDialog student={student} act={act} onPassword={setPassword} onClose={() => setAct(null)} />
      )}
      {password && !act && (
        <OneTimePassword
          account={`学员 ${student.name}`}
          then="本人登录后会被提示修改"
          password={password}
          onClose={() => setPassword(null)}
        />
      )}
    </>
  )
}
