import { Loaded } from '@ce/client/components/Loaded.tsx'
import { type Student, studentQuery } from '@ce/client/staff/student_desk.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { OneTimePassword } from '../../components/OneTimePassword.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { AccountActions } from './AccountActions.tsx'
import { type AccountAct, AccountDialog } from './AccountDialog.tsx'
import { AlikeSection } from './AlikeSection.tsx'
import { ClosingNote } from './ClosingNote.tsx'
import { LedgerSection } from './LedgerSection.tsx'
import { MessagesSection } from './MessagesSection.tsx'
import { ParticularsSection } from './ParticularsSection.tsx'
import { SecurityLogSection } from './SecurityLogSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import classes from './StudentDesk.module.css'
import { StudentState } from './student-columns.tsx'
import { isOpen } from './words.ts'
import { YearsSection } from './YearsSection.tsx'

/** One student: who it is, the years, the account, what happened to it. */
export function StudentPage() {
  const { id = '' } = useParams()
  const query = useQuery(studentQuery(id))
  return (
    <>
      {!query.data && (
        <PageHeader
          title="学员资料"
          actions={<BackLink to={paths.students()}>返回学员列表</BackLink>}
        />
      )}
      <Loaded query={query}>{(student) => <Desk key={student.id} student={student} />}</Loaded>
    </>
  )
}

function Desk({ student }: { student: Student }) {
  const [act, setAct] = useState<AccountAct | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  const mayEdit = usePermission('student.edit')
  const erased = student.state === 'ERASED'
  return (
    <>
      <PageHeader
        title={student.name}
        actions={<AccountActions student={student} onAct={setAct} />}
      >
        <StudentState state={student.state} /> ·{' '}
        <BackLink to={paths.students()}>返回学员列表</BackLink>
      </PageHeader>
      <div className={classes.page}>
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
        <ClosingNote student={student} />
        {student.state === 'LOCKED' && (
          <Alert
            type="warning"
            showIcon
            title={`连续输错密码，已锁定，约 ${student.lockedMinutes} 分钟后自动解除`}
            description="核实是本人后可以立即解除；忘记密码的，直接重置密码。"
          />
        )}
        <ParticularsSection student={student} />
        <YearsSection years={student.years} erased={erased} />
        <LedgerSection studentId={student.id} />
        {!erased && (
          <SessionsSection
            sessions={student.sessions}
            onEnd={mayEdit ? (sessionId) => setAct({ kind: 'sessions', sessionId }) : undefined}
          />
        )}
        {isOpen(student.state) && <AlikeSection student={student} />}
        {!erased && <MessagesSection studentId={student.id} />}
        <SecurityLogSection studentId={student.id} />
      </div>
      {act && (
        <AccountDialog
          student={student}
          act={act}
          onPassword={setPassword}
          onClose={() => setAct(null)}
        />
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
