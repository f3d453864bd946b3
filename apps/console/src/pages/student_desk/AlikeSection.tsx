import type { Student, StudentHead } from '@ce/client/staff/student_desk.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { useState } from 'react'
import { FindOther } from './FindOther.tsx'
import { MergeCard } from './MergeCard.tsx'
import { OtherAccount } from './OtherAccount.tsx'
import { ProposeMerge } from './ProposeMerge.tsx'
import classes from './StudentDesk.module.css'
import { alikeWords } from './words.ts'

/** Accounts that may be the same person's, a way to name another one, and what was proposed about them. */
export function AlikeSection({ student }: { student: Student }) {
  const mayMerge = usePermission('student.merge')
  const [other, setOther] = useState<StudentHead | null>(null)
  const { alike, merges } = student
  const onPropose = mayMerge ? setOther : undefined
  return (
    <section className={classes.card} aria-labelledby="alike">
      <h2 id="alike">可能重复的账号</h2>
      <p className={classes.hint}>
        {alike.length > 0
          ? '同名的人不少：核对证件和证书之后，才可以申请合并。'
          : '没有发现同名或证书编号相近的账号。'}
      </p>
      {alike.length > 0 && (
        <ul className={classes.rows}>
          {alike.map((one) => (
            <OtherAccount
              key={one.id}
              student={one}
              note={one.alike.map((by) => alikeWords[by]).join('、')}
              onPropose={onPropose}
            />
          ))}
        </ul>
      )}
      {onPropose && <FindOther student={student} onPropose={onPropose} />}
      {merges.map((merge) => (
        <MergeCard key={merge.id} merge={merge} />
      ))}
      {other && <ProposeMerge student={student} other={other} onClose={() => setOther(null)} />}
    </section>
  )
}
